/** @module-tag release */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { start } from "embedded-mongodb";
import mongoose from "mongoose";
import { afterAll, beforeAll, inject } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { startMailServer } from "#tests/support/server-mail";
import { userDocument } from "#tests/support/user-document";
import { enter, expect, newPerson, register, test, verify, type FormPage } from "./fixtures";

type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * Two servers that share only a MongoDB server and their secrets, as on two machines. The database is MONGODB_URI if
 * set, else the embedded engine.
 */
const folder = mkdtempSync(path.join(tmpdir(), "still-several-"));
const secret = () => randomBytes(48).toString("base64");
const secrets = {
  SESSION_SECRET: secret(),
  PASSWORD_PEPPER: secret(),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
};
let engine: Awaited<ReturnType<typeof start>> | undefined;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let connection: mongoose.Connection;
let uri = "";
let servers: Server[] = [];

/** Starts a server with an origin of its own; behind a proxy, all servers would share one origin. */
const startNamedServer = async (name: string) => {
  const port = await freePort();
  return startServer({
    logFile: path.join(".prepare", `several-${name}-${process.pid}.log`),
    settings: {
      ...secrets,
      DATA_DIR: path.join(folder, name),
      MONGODB_URI: uri,
      BCRYPT_COST: "10",
      TRUST_PROXY: "1",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${port}`,
    },
  });
};

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

beforeAll(async () => {
  const mailFolder = path.join(folder, "mail");
  mail = await startMailServer(mailFolder);
  process.env.E2E_MAIL = mailFolder;
  const named = inject("mongodb");
  if (!named) engine = await start({ dataDir: path.join(folder, "database") });
  const place = new URL(named || (engine?.uri ?? ""));
  place.pathname = `/several_${randomBytes(4).toString("hex")}`;
  uri = place.href;
  connection = await mongoose.createConnection(uri).asPromise();
  servers = await Promise.all([startNamedServer("first"), startNamedServer("second")]);
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  await connection.dropDatabase();
  await connection.close();
  await engine?.stop();
  await mail.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the session of `page` at the other server, as behind a proxy. */
async function atOther(
  page: FormPage,
  newVisitor: (origin?: string) => Promise<FormPage>,
): Promise<FormPage> {
  const other = await newVisitor(servers[1]?.origin);
  for (const { name, value } of await page.context().cookies()) other.context().addCookie(name, value);
  return other;
}

test("shares sessions, settings and entries between servers at once", async ({ newVisitor }) => {
  const page = await newVisitor(servers[0]?.origin);
  const person = newPerson();
  await register(page, person);
  await verify(page, person);
  await enter(page, person);
  const other = await atOther(page, newVisitor);
  await other.goto("/dashboard");
  expect(other).toHaveURL(/\/dashboard$/);

  await page.goto("/journal/free");
  await page.locator("[name=body]").fill("Two lamps, one oil.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await other.goto("/journal/history");
  expect(other.getByText("Two lamps, one oil.")).toBeVisible();

  await other.goto("/settings/appearance");
  await other.locator("[name=theme][value=dark]").check();
  await other.getByRole("button", { name: "Save" }).first().click();
  await page.goto("/dashboard");
  expect((await page.content()).slice(0, 2_000)).toMatch(/<html[^>]*dark/);

  await page.locator("summary").filter({ hasText: person.username }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await other.goto("/dashboard");
  expect(other).toHaveURL(/\/login/);
});

/** Hidden fields of a free page. */
function fieldsOf(html: string): [string, string][] {
  const form = /<form[^>]* id="free"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  const inputs = form.match(/<input [^>]*>/g) ?? [];
  const attribute = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
  return inputs
    .filter((input) => / type="hidden"| name="forDate"/.test(input))
    .map((input) => [attribute(input, "name"), attribute(input, "value")]);
}

test("neither loses nor duplicates text when one server is killed", async ({ newVisitor }) => {
  const [first, second] = servers as [Server, Server];
  const page = await newVisitor(second.origin);
  const person = newPerson();
  await register(page, person);
  await verify(page, person);
  await enter(page, person);
  const Cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const ask = (server: Server, init?: RequestInit) =>
    fetch(`${server.origin}/journal/free`, {
      redirect: "manual",
      ...init,
      headers: { Cookie, Origin: server.origin, "X-Forwarded-For": "10.9.9.9" },
    });
  /** Sends a form to one server, and again to the other if no response comes. */
  const saveEntry = async (text: string, at: Server, instead: Server) => {
    const fields = fieldsOf(await (await ask(second)).text());
    const body = new URLSearchParams([...fields, ["body", text], ["intent", "finish"]]);
    const answer = await ask(at, { method: "POST", body }).catch(() =>
      ask(instead, { method: "POST", body }),
    );
    expect(answer.status).toBe(302);
    return answer.headers.get("Location") ?? "";
  };
  let kept = 0;
  const texts = Array.from({ length: 60 }, (_, index) => `Ember number ${index} in the grate.`);
  const writing = async (lane: number) => {
    const places: [string, string][] = [];
    for (let at = lane; at < texts.length; at += 6) {
      const [own, other] = at % 2 === 0 ? [first, second] : [second, first];
      places.push([texts[at] ?? "", await saveEntry(texts[at] ?? "", own, own === second ? second : other)]);
      if (++kept === 20) process.kill(first.pid ?? 0, "SIGKILL");
    }
    return places;
  };
  const places = (await Promise.all([0, 1, 2, 3, 4, 5].map(writing))).flat();
  servers = [second];
  expect(new Set(places.map(([, place]) => place)).size).toBe(texts.length);
  for (const [text, place] of places) {
    await page.goto(place);
    expect(page.getByText(text)).toBeVisible();
  }
  const { _id } = await connection
    .collection<{ _id: number }>("users")
    .findOne({ username: person.username })
    .then((found) => found ?? { _id: 0 });
  expect(await connection.collection("journalEntries").countDocuments({ userId: _id, status: "final" })).toBe(
    texts.length,
  );
});

const PEOPLE = 120;

/** Users with an evening reminder due now, by email. */
const reader = (id: number, now: Date) => ({
  ...userDocument(id, `reader_${id}`),
  morningPromptTime: "06:00",
  eveningPromptTime: now.toISOString().slice(11, 16),
  reminders: {
    ...{ morning: false, evening: true, inApp: false, email: true, push: false, quietDays: [] },
    nextAt: new Date(now.getTime() - 1_000),
  },
});

test("reminds each member once with two servers and with one killed midway", async () => {
  const reminded = () =>
    readdirSync(process.env.E2E_MAIL ?? "")
      .filter((file) => file.endsWith(".eml"))
      .map((file) => readFileSync(path.join(process.env.E2E_MAIL ?? "", file), "utf8"))
      .map((letter) => /^To: .*?(reader_\d+)@/m.exec(letter)?.[1])
      .filter(Boolean);
  const now = new Date();
  for (const server of servers.splice(0)) await server.stop();
  await connection
    .collection<{ _id: number }>("users")
    .insertMany(Array.from({ length: PEOPLE }, (_, index) => reader(1000 + index, now)));
  const jobs = connection.collection<{ _id: string; endedAt: Date | null; nextAt: Date }>("jobs");
  await jobs.updateOne({ _id: "reminders" }, { $set: { nextAt: now, endedAt: null } });
  const ended = async () => (await jobs.findOne({ _id: "reminders" }))?.endedAt?.getTime();

  // Servers check due reminders at start, so both check at the same time.
  servers = await Promise.all([startNamedServer("third"), startNamedServer("fourth")]);
  await expect.poll(() => new Set(reminded()).size, { timeout: 60_000 }).toBe(PEOPLE);
  await expect.poll(ended).toBeDefined();

  // Simulates a check that was killed before it stored anything. The next check must not send the reminders again.
  process.kill(servers.pop()?.pid ?? 0, "SIGKILL");
  const before = await ended();
  await connection
    .collection("users")
    .updateMany({ _id: { $gte: 1000 as never } }, { $set: { "reminders.nextAt": now } });
  await jobs.updateOne({ _id: "reminders" }, { $set: { nextAt: now } });
  servers.push(await startNamedServer("fifth"));
  await expect.poll(ended, { timeout: 60_000 }).not.toBe(before);
  expect(reminded()).toHaveLength(PEOPLE);
});
