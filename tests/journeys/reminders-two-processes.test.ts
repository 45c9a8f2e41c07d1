import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { startServer } from "#scripts/server.mjs";
import { startMailServer } from "#tests/support/server-mail";
import { USUAL_PARTS } from "#tests/support/usual-parts";
import { expect, test } from "./fixtures";

const PEOPLE = 120;

/** People whose evening is now, by email. No one signs in here. */
function reader(id: number, now: Date) {
  const name = `reader_${id}`;
  return {
    ...USUAL_PARTS,
    _id: id,
    username: name,
    usernameKey: name,
    email: `${name}@example.test`,
    emailKey: `${name}@example.test`,
    passwordHash: "none",
    isAdmin: false,
    subscriptionTier: "free",
    promptSetPreference: "daily_habit",
    timezone: "UTC",
    morningPromptTime: "06:00",
    eveningPromptTime: now.toISOString().slice(11, 16),
    reminders: {
      morning: false,
      evening: true,
      inApp: false,
      email: true,
      push: false,
      quietDays: [],
      nextAt: new Date(now.getTime() - 1_000),
    },
    status: "active",
    securityStamp: "stamp",
    crypto: {},
    tokens: [],
    pendingMail: [],
    createdAt: now,
  };
}

test("two servers on one database remind each person once", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "still-remind-"));
  const mailFolder = path.join(folder, "mail");
  const dataDir = path.join(folder, "data");
  const mail = await startMailServer(mailFolder);
  // The database is this process's: servers may come and go.
  const engine = await start({ dataDir });
  const connection = await mongoose.createConnection(engine.uri).asPromise();
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const comes = async (name: string) => {
    const server = await startServer({
      logFile: path.join(".prepare", `remind-${name}-${process.pid}.log`),
      settings: { DATA_DIR: dataDir, BCRYPT_COST: "10", SMTP_URL: `smtp://127.0.0.1:${mail.port}` },
    });
    servers.push(server);
    return server;
  };
  const reminded = () =>
    readdirSync(mailFolder)
      .filter((file) => file.endsWith(".eml"))
      .map((file) => /^To: .*?(reader_\d+)/m.exec(readFileSync(path.join(mailFolder, file), "utf8"))?.[1]);
  try {
    const now = new Date();
    await connection
      .collection<{ _id: number }>("users")
      .insertMany(Array.from({ length: PEOPLE }, (_, index) => reader(1000 + index, now)));
    const jobs = connection.collection<{ _id: string; endedAt: Date | null; nextAt: Date }>("jobs");
    const ended = async () => (await jobs.findOne({ _id: "reminders" }))?.endedAt?.getTime();

    // A process looks for what is due as soon as it starts: here two do so at the same time.
    const [, second] = await Promise.all([comes("first"), comes("second")]);
    await expect.poll(() => new Set(reminded()).size, { timeout: 60_000 }).toBe(PEOPLE);
    await expect.poll(ended).toBeDefined();

    // As if the round had been cut off before it could note anything: the next one sends nothing again.
    process.kill(second.pid, "SIGKILL");
    const first = await ended();
    await connection.collection("users").updateMany({}, { $set: { "reminders.nextAt": now } });
    await jobs.updateOne({ _id: "reminders" }, { $set: { nextAt: now } });
    await comes("third");
    await expect.poll(ended, { timeout: 60_000 }).not.toBe(first);
    expect(reminded()).toHaveLength(PEOPLE);
  } finally {
    for (const server of servers) await server.stop();
    await connection.close();
    await engine.stop();
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
