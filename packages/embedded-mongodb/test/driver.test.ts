import { statSync } from "node:fs";
import type { Document } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, run, until, type Running } from "./fixture.js";

type Thing = {
  _id: number;
  n?: number;
} & Document;

let running: Running;
beforeAll(async () => {
  running = await run({ ttlIntervalMs: 100 });
});
afterAll(() => running.close());

const things = (name: string) => running.db.collection<Thing>(name);

describe("writes", () => {
  it("reports each failed statement of an ordered or unordered bulk write", async () => {
    const bulk = things("bulk");
    await bulk.insertOne({ _id: 2 });
    const documents = [{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 2 }, { _id: 4 }];
    const ordered = await bulk.insertMany(documents).catch((error: unknown) => error as Document);
    expect(ordered).toMatchObject({ code: 11000, insertedCount: 1 });
    await bulk.deleteMany({ _id: { $ne: 2 } });
    const unordered = await bulk
      .insertMany(documents, { ordered: false })
      .catch((error: unknown) => error as Document);
    expect(unordered).toMatchObject({ code: 11000, insertedCount: 3 });
    expect((unordered as Document)["writeErrors"]).toHaveLength(2);
    expect(await bulk.countDocuments()).toBe(4);
  });

  it("updates one or many documents, and upserts", async () => {
    const updates = things("updates");
    await updates.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
      { _id: 3, n: 2 },
    ]);
    expect(await updates.updateOne({ n: 1 }, { $inc: { n: 10 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await updates.updateMany({}, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 3,
    });
    expect(await updates.updateMany({}, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 0,
    });
    const upserted = await updates.updateOne({ _id: 9 }, { $set: { n: 1 } }, { upsert: true });
    expect(upserted).toMatchObject({ upsertedId: 9, upsertedCount: 1, matchedCount: 0 });
    expect(await updates.replaceOne({ _id: 9 }, { n: 2 })).toMatchObject({ modifiedCount: 1 });
    expect(await updates.findOne({ _id: 9 })).toEqual({ _id: 9, n: 2 });
    expect(await codeOf(updates.updateOne({ _id: 1 }, { $set: { _id: 7 } }))).toBe(66);
  });

  it("returns the document before or after findAndModify, with sort and projection", async () => {
    const queue = things("queue");
    await queue.insertMany([1, 2, 3].map((_id) => ({ _id, n: -_id, note: "x" })));
    const options = { sort: { n: 1 }, projection: { n: 1 } } as const;
    expect(await queue.findOneAndUpdate({}, { $inc: { n: 100 } }, options)).toEqual({ _id: 3, n: -3 });
    expect(
      await queue.findOneAndUpdate({ _id: 8 }, { $set: { n: 8 } }, { upsert: true, returnDocument: "after" }),
    ).toEqual({ _id: 8, n: 8 });
    expect(await queue.findOneAndUpdate({ _id: 7 }, { $set: { n: 8 } })).toBeNull();
    expect(await queue.findOneAndDelete({ _id: 8 })).toEqual({ _id: 8, n: 8 });
    const whole = await queue.findOneAndReplace({ _id: 1 }, { n: 0 }, { includeResultMetadata: true });
    expect(whole).toMatchObject({
      ok: 1,
      lastErrorObject: { n: 1, updatedExisting: true },
      value: { n: -1 },
    });
  });

  it("updates each document once through an index whose keys the update changes", async () => {
    const moving = things("moved");
    await moving.createIndex({ n: 1 });
    await moving.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id, n: _id })));
    expect((await moving.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } })).modifiedCount).toBe(500);
    expect(await moving.countDocuments({ n: { $gte: 1000, $lt: 1500 } })).toBe(500);
  });

  it("commits concurrent writes together", async () => {
    const { client, db } = running;
    const commits = async () =>
      (await client.db("admin").command({ serverStatus: 1 }))["counters"].commits as number;
    const together = () =>
      Promise.all(Array.from({ length: 60 }, () => db.collection("together").insertOne({})));
    await together();
    const before = await commits();
    await together();
    expect((await commits()) - before).toBeLessThan(40);
    expect(await db.collection("together").countDocuments()).toBe(120);
  });

  it("rejects invalid _id values", async () => {
    const ids = running.db.collection("ids");
    expect(await codeOf(ids.insertOne({ _id: [1] as never }))).toBe(53);
    expect(await codeOf(ids.insertOne({ _id: { $a: 1 } as never }))).toBe(52);
    await ids.insertOne({ name: "last", _id: 5 as never });
    expect(Object.keys((await ids.findOne({})) ?? {})).toEqual(["_id", "name"]);
  });
});

describe("reads", () => {
  it("counts, lists distinct values and explains", async () => {
    const reads = things("reads");
    await reads.createIndex({ n: 1 });
    await reads.insertMany(
      Array.from({ length: 100 }, (_, _id) => ({ _id, n: _id % 10, tags: [_id % 3, "t"] })),
    );
    expect(await reads.countDocuments({ n: 3 })).toBe(10);
    expect(await reads.countDocuments({ n: { $gte: 8 } }, { limit: 15, skip: 2 })).toBe(15);
    expect(await reads.estimatedDocumentCount()).toBe(100);
    expect(await reads.distinct("tags", { n: 1 })).toEqual(expect.arrayContaining([0, 1, 2, "t"]));
    const plan = await reads.find({ n: 3 }).explain("executionStats");
    expect(plan["queryPlanner"].winningPlan.inputStage).toMatchObject({ stage: "IXSCAN", indexName: "n_1" });
    expect(plan["executionStats"]).toMatchObject({ nReturned: 10, totalDocsExamined: 10 });
  });

  it("follows hints, and rejects a hint that names no index", async () => {
    const hinted = things("reads");
    expect(
      await hinted
        .find({ _id: { $lt: 5 } })
        .hint({ n: 1 })
        .toArray(),
    ).toHaveLength(5);
    expect(
      await hinted
        .find({ _id: { $lt: 5 } })
        .hint({ $natural: -1 })
        .toArray(),
    ).toHaveLength(5);
    expect(await codeOf(hinted.find().hint("nowhere").toArray())).toBe(2);
  });

  it("limits the memory of a sort without an index", async () => {
    const sorted = things("sorted");
    for (let part = 0; part < 3; part++) {
      await sorted.insertMany(
        Array.from({ length: 500 }, (_, n) => ({ _id: part * 500 + n, text: String(n % 7).repeat(50_000) })),
      );
    }
    const ten = await sorted
      .find({}, { projection: { _id: 1 } })
      .sort({ text: -1, _id: 1 })
      .limit(2)
      .toArray();
    expect(ten.map((item) => item._id)).toEqual([6, 13]);
    expect(await codeOf(sorted.find().sort({ text: 1 }).toArray())).toBe(292);
    await sorted.drop();
  });
});

describe("definitions", () => {
  it("lists and drops collections and databases", async () => {
    const { client } = running;
    const db = client.db("definitions");
    await db.createCollection("one");
    await db.createCollection("one");
    expect(await codeOf(db.createCollection("capped", { capped: true, size: 1000 }))).toBe(238);
    await db.collection("one").insertOne({ a: 1 });
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    expect(names).toEqual(["one"]);
    expect((await db.admin().listDatabases()).databases.map((item) => item.name)).toContain("definitions");
    expect(await db.command({ collStats: "one" })).toMatchObject({ count: 1, nindexes: 1 });
    expect(await db.command({ dbStats: 1 })).toMatchObject({ objects: 1, collections: 1 });
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  it("supports the initial commands of drivers and shells", async () => {
    const admin = running.db.admin();
    expect(await admin.buildInfo()).toMatchObject({ version: "7.0.0" });
    expect(await admin.serverStatus()).toMatchObject({ ok: 1 });
    expect(await admin.command({ connectionStatus: 1 })).toMatchObject({ ok: 1 });
    expect(await codeOf(admin.command({ replSetGetStatus: 1 }))).toBe(59);
    for (const command of [{ renameCollection: "a.b", to: "a.c" }, { collMod: "things" }])
      await expect(admin.command(command)).rejects.toMatchObject({
        code: 59,
        message: expect.stringContaining("MONGODB_URI") as unknown,
      });
  });

  it("rejects unsupported operations", async () => {
    const any = things("refused");
    await any.insertOne({ _id: 1 });
    expect(await codeOf(any.createIndex({ a: "text" }))).toBe(238);
    expect(await codeOf(any.createIndex({ a: "2dsphere" }))).toBe(238);
    expect(await codeOf(any.createIndex({ a: "hashed" }))).toBe(238);
    expect(await codeOf(any.createIndex({ "$**": 1 }))).toBe(238);
    expect(await codeOf(any.aggregate([{ $out: "x" }]).toArray())).toBeDefined();
    expect(await codeOf(any.aggregate([{ $changeStream: {} }]).toArray())).toBeDefined();
    expect(await codeOf(any.find({ $where: "true" }).toArray())).toBeDefined();
    expect(await codeOf(any.find({}, { tailable: true }).toArray())).toBe(238);
  });
});

describe("operations that need a MongoDB server", () => {
  const refusal = { code: 238, message: expect.stringContaining("MONGODB_URI") as unknown };

  it("rejects transactions", async () => {
    const accounts = things("accounts");
    const session = running.client.startSession();
    const transaction = session.withTransaction(() => accounts.insertOne({ _id: 1 }, { session }));
    await expect(transaction).rejects.toMatchObject({ ...refusal, codeName: "NotImplemented" });
    await session.endSession();
    expect(await accounts.countDocuments()).toBe(0);
    expect(await codeOf(running.db.admin().command({ commitTransaction: 1 }))).toBe(59);
  });

  it("rejects snapshot reads and write concerns for more than one server", async () => {
    const session = running.client.startSession({ snapshot: true });
    await expect(things("reads").findOne({}, { session })).rejects.toMatchObject(refusal);
    await session.endSession();
    const two = running.db.collection("two", { writeConcern: { w: 2 } });
    expect(await codeOf(two.insertOne({ a: 1 }))).toBe(100);
    expect(await two.countDocuments()).toBe(0);
  });

  it("rejects collations other than the simple one", async () => {
    const names = things("names");
    const collation = { locale: "en", strength: 2 };
    await names.insertOne({ _id: 1, name: "a" });
    const asked = [
      names.find({ name: "A" }, { collation }).toArray(),
      names.countDocuments({ name: "A" }, { collation }),
      names.distinct("name", {}, { collation }),
      names.updateOne({ name: "A" }, { $set: { n: 1 } }, { collation }),
      names.deleteOne({ name: "A" }, { collation }),
      names.findOneAndUpdate({ name: "A" }, { $set: { n: 1 } }, { collation }),
      names.createIndex({ name: 1 }, { collation }),
      running.db.createCollection("collated", { collation }),
    ];
    await Promise.all(asked.map((each) => expect(each).rejects.toMatchObject(refusal)));
    expect(await names.find({ name: "a" }, { collation: { locale: "simple" } }).toArray()).toHaveLength(1);
  });

  it("rejects unknown fields, min and max of an index, and a sort of an update", async () => {
    const { db } = running;
    expect(await codeOf(db.command({ find: "things", filer: { a: 1 } }))).toBe(40415);
    expect(await codeOf(db.command({ count: "things", qery: {} }))).toBe(40415);
    expect(
      await codeOf(
        db.command({ update: "things", updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] }),
      ),
    ).toBe(40415);
    expect(
      await codeOf(db.command({ delete: "things", deletes: [{ q: {}, limit: 1, sort: { a: 1 } }] })),
    ).toBe(40415);
    expect(await codeOf(things("reads").find().min({ n: 1 }).hint({ n: 1 }).toArray())).toBe(238);
    expect(await codeOf(things("reads").find({}, { showRecordId: true }).toArray())).toBe(238);
    expect(
      await codeOf(
        things("reads")
          .find({ $expr: { $eq: ["$n", 1] } })
          .toArray(),
      ),
    ).toBe(238);
  });
});

describe("TTL indexes", () => {
  it("remove documents that are expired by the index's field and filter", async () => {
    const sessions = running.db.collection("sessions");
    await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await sessions.createIndex({ old: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { kind: "x" } });
    const past = new Date(Date.now() - 61_000);
    await sessions.insertMany([
      { name: "expired", at: past },
      { name: "fresh", at: new Date() },
      { name: "no date", at: "yesterday" },
      { name: "one of several", at: [new Date(), past] },
      { name: "other kind", old: past, kind: "y" },
      { name: "right kind", old: past, kind: "x" },
    ]);
    await until(async () => (await sessions.countDocuments()) === 3, 5000);
    expect((await sessions.distinct("name")).sort()).toEqual(["fresh", "no date", "other kind"]);
  });
});

describe("backups", () => {
  it("contain a consistent copy of a running database", async () => {
    const copy = await run();
    await copy.db.collection("kept").insertMany(Array.from({ length: 100 }, (_, n) => ({ n })));
    await copy.db.collection("kept").createIndex({ n: 1 });
    const file = `${copy.dataDir}/copy.sqlite`;
    await copy.server.backup(file);
    expect(await copy.server.integrityCheck()).toEqual([]);
    await expect(copy.server.backup(file)).rejects.toThrow();
    await copy.server.stop();
    const { renameSync } = await import("node:fs");
    renameSync(file, `${copy.dataDir}/db/database.sqlite`);
    const again = await run({ dataDir: copy.dataDir });
    expect(await again.db.collection("kept").countDocuments({ n: { $gte: 50 } })).toBe(50);
    await copy.client.close();
    await again.close();
  });

  it("are private (0600) from their first byte on", async () => {
    const copy = await run();
    const text = "x".repeat(50_000);
    await copy.db.collection("kept").insertMany(Array.from({ length: 400 }, (_, n) => ({ n, text })));
    const file = `${copy.dataDir}/copy.sqlite`;
    const modes = new Set<number>();
    let written = false;
    const done = copy.server.backup(file).then(() => (written = true));
    while (!written) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
      await new Promise(setImmediate);
    }
    await done;
    expect([...modes]).toEqual([0o600]);
    await copy.close();
  });
});
