/** @module-tag release */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { expect, test } from "./fixtures";

type Server = Awaited<ReturnType<typeof startServer>>;

/** Two servers on one DATA_DIR, which share all limits. */
let servers: Server[] = [];
let dataDir = "";

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "still-two-"));
  const start = (name: string) =>
    startServer({
      logFile: path.join(".prepare", `two-${name}-${process.pid}.log`),
      settings: { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1" },
    });
  servers = [await start("first"), await start("second")];
});

afterAll(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Posts without cookies from a network, alternating between the servers. */
async function post(
  turn: number,
  address: string,
  form: Record<string, string>,
  network: string,
): Promise<Response> {
  const { origin } = servers[turn % 2] as Server;
  return fetch(origin + address, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin, "X-Forwarded-For": network, "User-Agent": randomBytes(4).toString("hex") },
    body: new URLSearchParams(form),
  });
}

test("checks few of a hundred concurrent wrong passwords and locks out on both", async () => {
  const wrong = { email: "somebody@example.test", password: "Wrong-pass1" };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, turn) => post(turn, "/auth/login", wrong, "10.1.1.1")),
  );
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(counts(401)).toBeLessThan(LOCKOUTS.login.failures);
  expect(counts(401) + counts(429)).toBe(100);
  for (const turn of [0, 1]) {
    const locked = await post(turn, "/auth/login", wrong, "10.1.1.1");
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(await locked.text()).toContain(`Please wait ${seconds} seconds before trying again.`);
  }
});

test("takes over the database within two seconds when its process dies", async () => {
  const [first, second] = servers as [Server, Server];
  const ask = ({ origin }: Server) =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  // On a busy machine every response is slower.
  let slowest = 0;
  for (let turn = 0; turn < 5; turn++) {
    const asked = Date.now();
    await ask(second);
    slowest = Math.max(slowest, Date.now() - asked);
  }
  process.kill(first.pid ?? 0, "SIGKILL");
  const started = Date.now();
  let ready = 0;
  while (Date.now() - started < 60_000 && ready !== 200) {
    ready = await ask(second);
    if (ready === 200 && (await fetch(`${second.origin}/login`)).status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(ready).toBe(200);
  expect(Date.now() - started).toBeLessThan(Math.max(2_500, 20 * slowest));
  expect((await post(1, "/auth/register", { username: "x" }, "10.3.1.1")).status).toBe(400);
  servers = [second];
});
