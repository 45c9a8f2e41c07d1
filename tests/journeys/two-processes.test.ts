/** @module-tag release */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import {
  PaymentServer,
  paymentSettings,
  type FakeEvent,
  type FakeSubscription,
} from "#tests/support/payment-server";
import { userDocument } from "#tests/support/user-document";
import { LOCKOUTS } from "~/domain/limits/lockout";
import { expect, test } from "./fixtures";

type Server = Awaited<ReturnType<typeof startServer>>;

/** Two servers on one DATA_DIR, which share all limits and unique names, and a payment service. */
const payments = new PaymentServer();
let servers: Server[] = [];
let dataDir = "";

beforeAll(async () => {
  await payments.start();
  dataDir = mkdtempSync(path.join(tmpdir(), "still-two-"));
  const start = (name: string) =>
    startServer({
      logFile: path.join(".prepare", `two-${name}-${process.pid}.log`),
      settings: { DATA_DIR: dataDir, BCRYPT_COST: "10", TRUST_PROXY: "1", ...paymentSettings(payments.url) },
    });
  servers = [await start("first"), await start("second")];
});

afterAll(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0);
  await payments.stop();
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

test("checks few of a hundred concurrent wrong passwords and locks out on both servers", async () => {
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

test("accepts one of fifty concurrent registrations of a username", async () => {
  const person = (turn: number) => ({
    username: "the_only_one",
    email: `person${turn}@example.test`,
    password: "Stillness7",
    confirmPassword: "Stillness7",
    agreeToTerms: "on",
  });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => post(turn, "/auth/register", person(turn), `10.2.${turn}.1`)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  // The others get 409, or 503 if the hash queue is full, but no other error.
  expect(statuses.every((status) => [302, 409, 503].includes(status))).toBe(true);
});

test("blocks a network on both servers after too many rejected registrations", async () => {
  const taken = {
    username: "the_only_one",
    email: "other@example.test",
    password: "Stillness7",
    confirmPassword: "Stillness7",
    agreeToTerms: "on",
  };
  const statuses = [];
  const { failures } = LOCKOUTS.registration;
  for (let turn = 0; turn <= failures; turn++)
    statuses.push((await post(turn, "/auth/register", taken, "10.3.1.1")).status);
  expect(statuses).toEqual([...Array.from({ length: failures - 1 }, () => 409), 429, 429]);
});

const PEOPLE = 20;
const CHANGES = 8;

function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, at: randomBytes(4).readUInt32BE() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

test("converges to the payment service's state from shuffled, repeated events", async () => {
  const uri = readFileSync(path.join(dataDir, "mongodb.uri"), "utf8").trim();
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const ids = Array.from({ length: PEOPLE }, (_, index) => 1000 + index);
    const users = connection.collection<{ _id: number; subscriptionTier: string }>("users");
    await users.insertMany(ids.map((id) => userDocument(id, `payer_${id}`)));
    const changes: Partial<FakeSubscription>[] = [
      { price: "price_formation_month" },
      { price: "price_growth_year" },
      { status: "past_due" },
      { status: "active" },
      { cancel_at_period_end: true },
      { cancel_at_period_end: false },
      { status: "canceled" },
    ];
    const queue: { event: FakeEvent; turn: number }[] = [];
    const collect = () => {
      for (const event of payments.events.splice(0))
        for (let turn = 0; turn < 3; turn++) queue.push({ event, turn });
    };
    const bought = new Map<number, FakeSubscription>();
    for (const id of ids) bought.set(id, payments.subscribe(id, "price_growth_month"));
    for (let round = 0; round < CHANGES; round++) {
      for (const subscription of bought.values())
        payments.change(subscription.id, changes[randomBytes(1).readUInt8() % changes.length] ?? {});
      collect();
      // Half of the queue is delivered during changes, the rest later.
      const some = shuffled(queue.splice(0)).map((item, index) => ({ item, now: index % 2 === 0 }));
      queue.push(...some.filter(({ now }) => !now).map(({ item }) => item));
      await deliver(some.filter(({ now }) => now).map(({ item }) => item));
    }
    await deliver(shuffled(queue));
    for (const [id, subscription] of bought) {
      const user = await users.findOne({ _id: id });
      const { status, price } = subscription;
      const expected = status === "canceled" ? "free" : price.startsWith("price_growth") ? "tier1" : "tier2";
      expect([id, user?.subscriptionTier]).toEqual([id, expected]);
      const lines = await connection
        .collection("planChanges")
        .find({ userId: id })
        .sort({ number: 1 })
        .toArray();
      lines.forEach((line, index) => {
        expect(line.number).toBe(index + 1);
        expect(line.from).toBe(index === 0 ? "free" : lines[index - 1]?.to);
      });
    }
  } finally {
    await connection.close();
  }
});

async function deliver(items: { event: FakeEvent; turn: number }[]): Promise<void> {
  const waiting = [...items];
  const worker = async (turn: number) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { origin } = servers[(turn + next.turn) % 2] as Server;
      expect(await payments.send(next.event, `${origin}/webhooks/stripe`)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, turn) => worker(turn)));
}

test("takes over the database within two seconds when its process dies", async () => {
  const [first, second] = servers as [Server, Server];
  const ask = ({ origin }: Server) =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  // Every response is slower on a busy machine, so the limit depends on the slowest of five.
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
  const blocked = await post(1, "/auth/register", { username: "x" }, "10.3.1.1");
  expect(blocked.status).toBe(400);
  servers = [second];
});
