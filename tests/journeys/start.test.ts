/** @module-tag release */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { emptySettings, startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

/** Runs `npm start` that is expected to fail. */
async function startUp(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "still-"));
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, ...emptySettings(), VITEST: "", PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  rmSync(dataDir, { recursive: true, force: true });
  return { code, output };
}

for (const [name, value] of [
  ["PORT", "abc"],
  ["HOST", "host.invalid"],
] as const) {
  test(`refuses to start with ${name}=${value} and explains why`, async () => {
    const { code, output } = await startUp({ [name]: value });
    expect(output).toMatch(new RegExp(`^Still and Know cannot start: ${name} [^\\n]+\\.\\n$`));
    expect(code).toBe(78);
  });
}

test("prints the default plan and registration at start", () => {
  const output = readFileSync(process.env.E2E_LOG ?? "", "utf8");
  expect(output).toMatch(
    /^(?:\S+…\n)?Still and Know \d+\.\d+\.\d+\n[^]*Everyone here has the Free Plan\. DEFAULT_PLAN=tier2 in \.env [^\n]+\nAnyone can register\. REGISTRATION=invite in \.env /,
  );
});

test("refuses to start on a port in use and explains why", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await startUp({ PORT: String(port) });
  other.close();
  expect(output).toMatch(new RegExp(`^Still and Know cannot start: port ${port} is in use [^\\n]+\\n$`));
  expect(code).toBe(1);
});

test("stops on a signal despite an open connection", async ({ page }) => {
  const server = await startServer({ logFile: path.join(".prepare", `start-${process.pid}.log`) });
  await page.goto(`${server.origin}/login`);
  const signalledAt = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - signalledAt).toBeLessThan(10_000);
});

/** Sends requests until the server is gone. @returns the number of responses, and an error for each lost request */
async function askUntilGone(port: number, keepAlive: boolean): Promise<{ answered: number; lost: string[] }> {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  const outcome = { answered: 0, lost: [] as string[] };
  const ask = () =>
    new Promise<"answered" | "gone" | "lost">((resolve) => {
      const asking = get({ host: "127.0.0.1", port, path: "/login", agent }, (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode === 200 ? "answered" : "lost"));
        answer.once("error", () => resolve("lost"));
      });
      // A refused connection loses no request: the server has stopped listening.
      asking.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ECONNREFUSED") outcome.lost.push(String(error.code));
        resolve(error.code === "ECONNREFUSED" ? "gone" : "lost");
      });
    });
  for (let how = await ask(); how !== "gone" && outcome.lost.length < 5; how = await ask()) {
    if (how === "answered") outcome.answered += 1;
    else if (outcome.lost.length === 0) outcome.lost.push("an answer that is not whole");
  }
  agent.destroy();
  return outcome;
}

/**
 * Sends concurrent sign-ins with wrong passwords from different networks, more than there are hash workers.
 * @returns the status and the Retry-After header of each response
 */
function sendWrongPasswords({ port, origin }: { port: number; origin: string }) {
  const headers = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
  return Array.from({ length: availableParallelism() + 8 }, async (_, at) => {
    const answer = await fetch(`http://127.0.0.1:${port}/auth/login`, {
      method: "POST",
      headers: { ...headers, "X-Forwarded-For": `10.0.${at}.1` },
      body: new URLSearchParams({ email: `stranger${at}@example.test`, password: "Wrong-pass1" }),
    });
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("Retry-After") };
  });
}

test("ends at once at a second signal while a request is in progress", async () => {
  const server = await startServer({ logFile: path.join(".prepare", `twice-${process.pid}.log`) });
  // The server waits eight seconds for the rest of this form.
  const form = connect(server.port, "127.0.0.1").on("error", () => undefined);
  form.write("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nemail=");
  await delay(500);
  process.kill(server.pid, "SIGTERM");
  await delay(2_000);
  const signalledAt = Date.now();
  expect(await server.stop()).toBe(1);
  expect(Date.now() - signalledAt).toBeLessThan(3_000);
});

test("completes accepted requests when signalled twice, as npm does", async () => {
  const server = await startServer({
    logFile: path.join(".prepare", `leave-${process.pid}.log`),
    settings: { TRUST_PROXY: "1", BCRYPT_COST: "12" },
  });
  const clients = [true, false, true, false, true, false].map((keep) => askUntilGone(server.port, keep));
  const signIns = sendWrongPasswords(server);
  // At the first response, some of the other sign-ins are being hashed and the rest are queued.
  await Promise.race(signIns);
  const signalledAt = Date.now();
  process.kill(server.pid, "SIGTERM");
  // The second signal comes late, as on a busy machine, when the server may have ended already.
  const stopped = delay(450).then(() => server.stop());
  const asked = await Promise.all(clients);
  const signInReplies = await Promise.all(signIns);
  expect(await stopped).toBe(0);
  expect(Date.now() - signalledAt).toBeLessThan(10_000);
  expect(asked.flatMap(({ lost }) => lost)).toEqual([]);
  expect(asked.every(({ answered }) => answered > 0)).toBe(true);
  // Each sign-in gets the result of its hash or, on a slow machine, 503 with Retry-After.
  const refused = signInReplies.filter(({ status }) => status !== 401);
  if (Date.now() - signalledAt < 6_000) expect(refused).toEqual([]);
  for (const answer of refused) expect(answer).toEqual({ status: 503, retryAfter: "5" });
});
