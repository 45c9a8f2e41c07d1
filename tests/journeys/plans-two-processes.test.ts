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
import { expect, test } from "./fixtures";

type Server = Awaited<ReturnType<typeof startServer>>;

/** Two servers on one DATA_DIR receive each payment event three times, shuffled. */
const PEOPLE = 20;
const CHANGES = 8;
const payments = new PaymentServer();
const servers: Server[] = [];
let dataDir = "";

beforeAll(async () => {
  await payments.start();
  dataDir = mkdtempSync(path.join(tmpdir(), "still-events-"));
  for (const name of ["first", "second"])
    servers.push(
      await startServer({
        logFile: path.join(".prepare", `events-${name}-${process.pid}.log`),
        settings: { DATA_DIR: dataDir, BCRYPT_COST: "10", ...paymentSettings(payments.url) },
      }),
    );
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await payments.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

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
