/** @module-tag release */
import { Long, UUID, type Document } from "bson";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, openSocket, send, sharedServer, until } from "./fixture.js";

const DOCUMENTS = 60_000;
const running = sharedServer();
let otherClient: MongoClient;

beforeAll(async () => {
  otherClient = await new MongoClient(running.server.uri).connect();
  const many = running.db.collection("many");
  for (let at = 0; at < DOCUMENTS; at += 5000) {
    await many.insertMany(
      Array.from({ length: 5000 }, (_, n) => ({ n: at + n, text: `${(at + n) * 7919}`, old: n % 2 })),
    );
  }
});
afterAll(() => otherClient.close());

/** Number of writes of another client that are acknowledged during `work`. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  let done = false;
  const finished = work.finally(() => (done = true));
  let answered = 0;
  const others = otherClient.db("test").collection<Document>("others");
  while (!done) {
    await others.updateOne({ _id: "one" }, { $inc: { n: 1 } }, { upsert: true });
    answered++;
  }
  await finished;
  return answered;
}

describe("other clients get replies during", () => {
  const many = () => running.db.collection("many");
  it.each<[string, () => Promise<unknown>]>([
    ["a scan", () => many().findOne({ none: 1 })],
    ["a sort", () => many().find().sort({ text: 1, n: -1 }).limit(5).toArray()],
    ["a count", () => many().countDocuments({ text: /7$/, n: { $gte: 0 } })],
    ["a list of distinct values", () => many().distinct("text")],
    ["the statistics of a collection", () => running.db.command({ collStats: "many" })],
    ["a lookup of many missing values", () => absent()],
    ["an index build", () => many().createIndex({ text: 1, n: 1 })],
    ["an update of many documents", () => many().updateMany({ n: { $lt: 30_000 } }, { $inc: { old: 2 } })],
    [
      "a bulk write",
      () => running.db.collection("bulk").insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n }))),
    ],
    ["a deletion of many documents", () => many().deleteMany({ n: { $gte: 40_000 } })],
  ])("%s", async (_, work) => {
    expect(await answeredDuring(work())).toBeGreaterThan(3);
  });

  async function absent(): Promise<void> {
    const list = Array.from({ length: 40_000 }, (_, n) => `absent${n}`);
    expect(
      await many()
        .find({ _id: { $in: list } as never })
        .toArray(),
    ).toEqual([]);
  }
});

describe("a long list of values", () => {
  it("is looked up in an index even when it has 1,500 values", async () => {
    const { db } = running;
    await db.collection("looked").createIndex({ n: 1 });
    await db.collection("looked").insertMany(Array.from({ length: 3000 }, (_, n) => ({ n })));
    const wanted = Array.from({ length: 1500 }, (_, n) => n * 4);
    const plan = await db.command({
      explain: { find: "looked", filter: { n: { $in: wanted } } },
      verbosity: "executionStats",
    });
    expect(plan["executionStats"]).toMatchObject({ nReturned: 750, totalDocsExamined: 750 });
  });
});

describe("an unfinished index", () => {
  it("includes concurrent writes, and is used once it is complete", async () => {
    const busy = running.db.collection<Document>("busy");
    await busy.insertMany(Array.from({ length: 30_000 }, (_, n) => ({ _id: n, n })));
    const built = busy.createIndex({ n: 1 });
    const others = otherClient.db("test").collection<Document>("busy");
    for (let n = 0; n < 200; n++) {
      await others.updateOne({ _id: 29_999 - n }, { $set: { n: -n } });
      await others.deleteOne({ _id: n });
      await others.insertOne({ _id: 40_000 + n, n: 40_000 + n });
    }
    await built;
    expect(await busy.countDocuments({ n: { $gte: 40_000 } })).toBe(200);
    expect(await busy.countDocuments({ n: { $lt: 200 } })).toBe(200);
    expect(await running.server.integrityCheck()).toEqual([]);
  });

  it("is removed when two documents violate it", async () => {
    const twice = running.db.collection("twice");
    await twice.insertMany([...Array.from({ length: 20_000 }, (_, n) => ({ n })), { n: 5 }]);
    expect(await codeOf(twice.createIndex({ n: 1 }, { unique: true }))).toBe(11000);
    expect(await twice.indexes()).toHaveLength(1);
    await twice.insertOne({ n: 6 });
    await twice.createIndex({ n: 1 });
  });
});

describe("maxTimeMS", () => {
  it("ends sorts, counts, distinct, updates and index builds that exceed it", async () => {
    const many = running.db.collection("many");
    const maxTimeMS = 1;
    expect(await codeOf(many.find().sort({ text: -1 }).maxTimeMS(1).toArray())).toBe(50);
    expect(await codeOf(many.countDocuments({ text: /1$/ }, { maxTimeMS }))).toBe(50);
    expect(await codeOf(many.distinct("text", {}, { maxTimeMS }))).toBe(50);
    expect(await codeOf(many.updateMany({}, { $inc: { z: 1 } }, { maxTimeMS }))).toBe(50);
    const build = { createIndexes: "many", indexes: [{ key: { old: 1, n: 1 }, name: "late" }], maxTimeMS };
    expect(await codeOf(running.db.command(build))).toBe(50);
    expect((await many.indexes()).map(({ name }) => name)).not.toContain("late");
  });
});

describe("a closed connection", () => {
  const paused = async () => (await otherClient.db("admin").command({ serverStatus: 1 }))["paused"] as number;

  it("cancels its running command", async () => {
    const left = running.db.collection("left");
    await left.insertMany(Array.from({ length: 30_000 }, (_, n) => ({ n })));
    const socket = openSocket(running.server.uri);
    send(socket, { delete: "left", deletes: [{ q: {}, limit: 0 }], $db: "test" });
    await until(async () => (await paused()) === 1);
    socket.destroy();
    await until(async () => (await paused()) === 0);
    const remaining = await left.countDocuments();
    expect(remaining).toBeGreaterThan(0);
    expect(await left.countDocuments()).toBe(remaining);
  });

  it("leaves a retryable bulk write that a retry resumes", async () => {
    const documents = Array.from({ length: 30_000 }, (_, _id) => ({ _id }));
    const body = {
      insert: "taken",
      documents,
      lsid: { id: new UUID() },
      txnNumber: Long.fromNumber(1),
      $db: "test",
    };
    const socket = openSocket(running.server.uri);
    send(socket, body);
    await until(async () => (await paused()) === 1);
    socket.destroy();
    await until(async () => (await paused()) === 0);
    const taken = running.db.collection("taken");
    const before = await taken.countDocuments();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(documents.length);
    const again = openSocket(running.server.uri);
    const answered = new Promise<Buffer>((resolve) => again.once("data", resolve));
    send(again, body);
    expect((await answered).includes("writeErrors")).toBe(false);
    again.destroy();
    expect(await taken.countDocuments()).toBe(documents.length);
  });
});
