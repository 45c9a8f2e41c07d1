import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "embedded-mongodb";
import Libsql from "libsql";
import { BSON, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, run, sharedServer, temporaryDirectory, until } from "./fixture.js";

const running = sharedServer();

const things = (name: string) => running.db.collection<Document>(name);

describe("cursors", () => {
  it("skip sorted documents that were changed or deleted before their batch and no longer match", async () => {
    const mine = things("mine");
    const text = "x".repeat(100_000);
    await mine.insertMany(Array.from({ length: 60 }, (_, n) => ({ _id: n, userId: 1, n, text })));
    const cursor = mine.find({ userId: 1 }).sort({ n: 1 }).batchSize(5);
    expect((await cursor.next())?.["_id"]).toBe(0);
    await mine.deleteOne({ _id: 59 });
    await mine.insertOne({ _id: 1000, userId: 2, n: 59, text: "another person's" });
    await mine.updateOne({ _id: 58 }, { $set: { userId: 2 } });
    const rest = await cursor.toArray();
    expect(rest.map(({ userId }) => userId as number)).toEqual(rest.map(() => 1));
    expect(rest).toHaveLength(57);
  });

  it("return no document of a collection that was created after the cursor's was dropped", async () => {
    await things("first").insertMany(Array.from({ length: 10 }, (_, n) => ({ n })));
    const cursor = things("first").find().batchSize(2);
    await cursor.next();
    await things("first").drop();
    await things("second").insertMany(Array.from({ length: 10 }, () => ({ secret: true })));
    const rest = await cursor.toArray().catch((error: unknown) => [error as Document]);
    expect(rest.filter(({ secret }) => secret !== undefined)).toEqual([]);
  });
});

describe("a reply over the size limit", () => {
  it("is shortened after the whole bulk write has run", { tags: ["release"] }, async () => {
    const long = things("long");
    const ids = Array.from({ length: 60 }, (_, n) => `${n}`.padEnd(300_000, "x"));
    await long.insertMany(ids.map((_id) => ({ _id })));
    const documents = [...ids.map((_id) => ({ _id })), { _id: "new" }];
    const failure = await long
      .insertMany(documents, { ordered: false })
      .catch((error: unknown) => error as Document);
    expect(failure).toMatchObject({ code: 11000, insertedCount: 1 });
    expect((failure as Document)["writeErrors"]).toHaveLength(60);
    expect(await long.countDocuments()).toBe(61);
    await long.drop();
  });
});

describe("compatibility with MongoDB", () => {
  it("keeps _id first when a document is rewritten", async () => {
    const named = things("named");
    await named.insertOne({ _id: 1, a: 1 });
    await named.updateOne({ _id: 1 }, { $set: { "7": "seven" } });
    const [raw] = await named.find({}, { raw: true }).toArray();
    expect((raw as unknown as Buffer).toString("latin1", 5, 8)).toBe("_id");
    expect(await named.findOne({})).toEqual({ _id: 1, a: 1, "7": "seven" });
  });

  it("names the field that a projection cannot exclude", async () => {
    const found = things("named").findOne({}, { projection: { a: 1, b: 0 } });
    await expect(found).rejects.toThrow("Cannot do exclusion on field b in inclusion projection");
  });

  it("rejects the whole command for an invalid namespace", async () => {
    const errmsg = expect.stringMatching(/^Invalid namespace specified/) as unknown;
    for (const name of ["a\0b", "\0", ".a"]) {
      const answer = running.db.command({ insert: name, documents: [{ _id: 1 }] });
      await expect(answer).rejects.toMatchObject({ code: 73, codeName: "InvalidNamespace", errmsg });
    }
    expect(await codeOf(running.db.command({ find: "a\0b" }))).toBe(73);
  });

  it("accepts field names with a leading dollar where no operator is possible", async () => {
    const priced = things("priced");
    await priced.insertOne({ _id: 1, $price: 1, list: [{ $id: 5 }, { $ref: "x", $id: 6 }] });
    await priced.updateOne({ _id: 1 }, { $set: { $price: 2, "in.$each": 3 } });
    await priced.updateOne({ _id: 1 }, { $rename: { "in.$each": "$to" } });
    await priced.updateOne({ _id: 2 }, { $set: { $price: 4 } }, { upsert: true });
    expect(await priced.find({}, { projection: { list: 0 } }).toArray()).toEqual([
      { _id: 1, $price: 2, in: {}, $to: 3 },
      { _id: 2, $price: 4 },
    ]);
    expect(await priced.countDocuments({ list: { $elemMatch: { $id: 5 } } })).toBe(1);
    expect(await priced.countDocuments({ list: { $elemMatch: { $ref: "x", $id: 5 } } })).toBe(0);
    expect(await codeOf(priced.updateOne({}, { $rename: { "list.$.a": "b" } }))).toBe(2);
    expect(await codeOf(priced.updateOne({}, { $rename: { a: "list.$[]" } }))).toBe(2);
  });

  it("stores at most 180 levels of nesting", async () => {
    const nested = (levels: number): Document => (levels === 1 ? {} : { a: nested(levels - 1) });
    await things("deep").insertOne(nested(180));
    expect(await codeOf(things("deep").insertOne(nested(181)))).toBe(15);
    await things("deep").insertOne({ _id: "grows", a: nested(170) });
    const path = Array.from({ length: 175 }, () => "a").join(".");
    const grown = things("deep").updateOne({ _id: "grows" }, { $set: { [path]: nested(8) } });
    expect(await codeOf(grown)).toBe(15);
  });

  it("rejects conditions of a partial index that MongoDB rejects", async () => {
    for (const partialFilterExpression of [{ a: { $ne: 1 } }, { a: { $exists: false } }, { a: /x/ }])
      expect(await codeOf(things("partly").createIndex({ a: 1 }, { partialFilterExpression }))).toBe(67);
    const known = { a: { $in: [1, 2] }, b: { $type: "string" }, c: { $exists: true }, d: { $gt: 1 } };
    await things("partly").createIndex({ a: 1 }, { partialFilterExpression: known });
  });

  it("sorts by natural order in both directions", async () => {
    await things("natural").insertMany([{ _id: 3 }, { _id: 1 }, { _id: 2 }]);
    const inOrder = (direction: 1 | -1) => things("natural").find().sort({ $natural: direction }).toArray();
    expect(await inOrder(1)).toEqual([{ _id: 3 }, { _id: 1 }, { _id: 2 }]);
    expect(await inOrder(-1)).toEqual([{ _id: 2 }, { _id: 1 }, { _id: 3 }]);
  });
});

describe("cached document counts", () => {
  const numbers = async (name: string) => [
    await things(name).estimatedDocumentCount(),
    (await things(name).find().toArray()).length,
  ];

  it("stay correct after failed, interrupted and rolled-back writes", async () => {
    const counted = things("counted");
    await counted.createIndex({ u: 1 }, { unique: true });
    await counted.insertMany([1, 2, 3].map((u) => ({ _id: u, u })));
    expect(await numbers("counted")).toEqual([3, 3]);
    const doubles = [4, 2, 5, 3, 6].map((u) => ({ _id: u, u }));
    expect(await codeOf(counted.insertMany(doubles, { ordered: false }))).toBe(11000);
    expect(await numbers("counted")).toEqual([6, 6]);
    // A failed command is rolled back as a whole.
    const twice = counted.findOneAndUpdate({ _id: 9 }, { $set: { u: 1 } }, { upsert: true });
    expect(await codeOf(twice)).toBe(11000);
    expect(await codeOf(counted.updateOne({ _id: 9 }, { $set: { u: 2 } }, { upsert: true }))).toBe(11000);
    expect(await numbers("counted")).toEqual([6, 6]);
    await counted.deleteMany({ u: { $gt: 4 } });
    expect(await numbers("counted")).toEqual([4, 4]);
    // Writes of earlier time slices stay; those of the slice that exceeds the limit are rolled back.
    const many = Array.from({ length: 20_000 }, (_, n) => ({ _id: 100 + n, u: 100 + n }));
    const command = { insert: "counted", documents: many, maxTimeMS: 25 };
    expect(await codeOf(running.db.command(command))).toBe(50);
    const [kept, found] = await numbers("counted");
    expect(kept).toBe(found);
    expect(kept).toBeLessThan(20_000);
  });
});

describe("deleted documents", () => {
  it("are in no backup, although the reply to their deletion is stored for retries", async () => {
    const dataDir = temporaryDirectory();
    const own = await run({ dataDir });
    const secret = "a prayer that was taken back";
    await own.db.collection<Document>("kept").insertOne({ _id: 1, text: secret });
    await own.db.collection<Document>("kept").findOneAndDelete({ _id: 1 });
    const file = join(dataDir, "copy.sqlite");
    await own.server.backup(file);
    expect(readFileSync(file).includes(secret)).toBe(false);
    await own.close();
  });
});

describe("a server with damaged files", () => {
  it("removes expired documents despite an unreadable one", async () => {
    const dataDir = temporaryDirectory();
    const first = await run({ dataDir });
    const expiring = first.db.collection<Document>("expiring");
    await expiring.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const at = new Date(Date.now() - 1_800_000);
    await expiring.insertMany([1, 2, 3].map((_id) => ({ _id, at })));
    await first.close();
    const database = new Libsql(join(dataDir, "db", "database.sqlite"));
    const damaged = Buffer.from(BSON.serialize({ _id: 1, at }));
    damaged[4] = 0x7e;
    database.prepare("UPDATE c_1 SET d = ? WHERE r = 1").run([damaged]);
    database.close();
    const said: string[] = [];
    const second = await run({ dataDir, ttlIntervalMs: 20, log: (line) => said.push(line) });
    await until(async () => (await second.db.collection("expiring").estimatedDocumentCount()) === 1, 5000);
    expect(said.some((line) => line.includes("unreadable"))).toBe(true);
    await second.close();
  });

  it(
    "retries its start on damaged files with backoff, and can be stopped",
    { tags: ["release"] },
    async () => {
      const dataDir = temporaryDirectory();
      const first = await start({ dataDir });
      const failures: number[] = [];
      const second = await start({ dataDir, log: () => failures.push(Date.now()) });
      await first.stop();
      await until(() => second.isOwner());
      await second.stop();
      const third = await start({ dataDir });
      const watching = await start({ dataDir, log: () => failures.push(Date.now()) });
      await third.stop();
      writeFileSync(join(dataDir, "db", "database.sqlite"), "x".repeat(5000));
      await until(() => failures.length >= 4 || watching.isOwner(), 20_000);
      if (!watching.isOwner()) {
        const pauses = failures.slice(1).map((time, at) => time - (failures[at] ?? 0));
        expect(Math.max(...pauses)).toBeGreaterThan(700);
      }
      await watching.stop();
    },
  );

  it("creates its socket in the temporary folder when the data folder cannot hold one", async () => {
    const dataDir = temporaryDirectory();
    // A non-empty folder at the socket's path causes the same error as a file system without sockets.
    mkdirSync(join(dataDir, "mongodb.sock", "taken"), { recursive: true });
    const elsewhere = await run({ dataDir });
    const joined = await start({ dataDir });
    expect(joined.uri).toBe(elsewhere.server.uri);
    expect(decodeURIComponent(elsewhere.server.uri)).toContain("/embedded-mongodb-");
    expect(readFileSync(join(dataDir, "mongodb.uri"), "utf8").trim()).toBe(elsewhere.server.uri);
    expect(await elsewhere.db.command({ ping: 1 })).toEqual({ ok: 1 });
    await joined.stop();
    await elsewhere.close();
  });
});
