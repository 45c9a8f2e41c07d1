import { renameSync, statSync } from "node:fs";
import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, run, sharedServer, temporaryDirectory, until } from "./fixture.js";

type Thing = {
  _id: number;
  n?: number;
} & Document;

const running = sharedServer({ ttlIntervalMs: 100 });

const things = (name: string) => running.db.collection<Thing>(name);

describe("writes", () => {
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
    expect(await codeOf(ids.insertOne({ _id: { $a: 1 } as never }))).toBe(52);
    await ids.insertOne({ name: "last", _id: 5 as never });
    expect(Object.keys((await ids.findOne({})) ?? {})).toEqual(["_id", "name"]);
  });
});

describe("reads", () => {
  it("explains the index of a query and the documents that it examines", async () => {
    const reads = things("reads");
    await reads.createIndex({ n: 1 });
    await reads.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id, n: _id % 10 })));
    const plan = await reads.find({ n: 3 }).explain("executionStats");
    expect(plan["queryPlanner"].winningPlan.inputStage).toMatchObject({ stage: "IXSCAN", indexName: "n_1" });
    expect(plan["executionStats"]).toMatchObject({ nReturned: 10, totalDocsExamined: 10 });
  });

  it("follows hints, and rejects a hint that names no index", async () => {
    const hinted = things("reads");
    for (const hint of [{ n: 1 }, { $natural: -1 }])
      expect(await hinted.find({ _id: { $lt: 5 } }, { hint }).toArray()).toHaveLength(5);
    expect(await codeOf(hinted.find().hint("nowhere").toArray())).toBe(2);
  });

  it("limits the memory of a sort without an index", { tags: ["release"] }, async () => {
    const sorted = things("sorted");
    for (let part = 0; part < 3; part++) {
      await sorted.insertMany(
        Array.from({ length: 500 }, (_, n) => ({ _id: part * 500 + n, text: String(n % 7).repeat(50_000) })),
      );
    }
    const first = { projection: { _id: 1 }, sort: { text: -1, _id: 1 }, limit: 2 } as const;
    expect(await sorted.find({}, first).toArray()).toEqual([{ _id: 6 }, { _id: 13 }]);
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
    const copy = await run({ dataDir: temporaryDirectory() });
    await copy.db.collection("kept").insertMany(Array.from({ length: 100 }, (_, n) => ({ n })));
    await copy.db.collection("kept").createIndex({ n: 1 });
    const file = `${copy.dataDir}/copy.sqlite`;
    await copy.server.backup(file);
    expect(await copy.server.integrityCheck()).toEqual([]);
    await expect(copy.server.backup(file)).rejects.toThrow();
    await copy.close();
    renameSync(file, `${copy.dataDir}/db/database.sqlite`);
    const again = await run({ dataDir: copy.dataDir });
    expect(await again.db.collection("kept").countDocuments({ n: { $gte: 50 } })).toBe(50);
    await again.close();
  });

  it("are private (0600) from their first byte on", { tags: ["release"] }, async () => {
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
