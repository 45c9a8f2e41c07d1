/** @module-tag release */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { start } from "embedded-mongodb";
import Libsql from "libsql";
import { BSON, Long, UUID, type Document, type MongoClient } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, openSocket, run, send, temporaryDirectory, until, type Running } from "./fixture.js";

/** Expected content, recorded by `programs/write-fixture.mjs`. */
type Expected = {
  version: string;
  collections: {
    db: string;
    name: string;
    uuid: unknown;
    /** BSON in base64, in natural order. */
    documents: string[];
    indexes: { index: Document; ids: string[] }[];
  }[];
};

/** A document whose `_id` the test chooses. */
type Row = { _id: number | string; [field: string]: unknown };

const fixtures = fileURLToPath(new URL("./fixtures/", import.meta.url));
const folders = readdirSync(fixtures).filter((name) => existsSync(join(fixtures, name, "expected.json.gz")));
const base64 = (documents: Document[]) => documents.map((bytes) => (bytes as Buffer).toString("base64"));

const unpack = (...place: string[]) => gunzipSync(readFileSync(join(fixtures, ...place)));

/** An unpacked copy of a fixture, because opening the original would change it. */
function copyOf(folder: string): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "db"));
  for (const file of readdirSync(join(fixtures, folder, "db")))
    writeFileSync(join(directory, "db", basename(file, ".gz")), unpack(folder, "db", file));
  return directory;
}

function expectedOf(folder: string): Expected["collections"] {
  const text = unpack(folder, "expected.json.gz").toString();
  return (BSON.EJSON.parse(text) as Expected).collections;
}

async function describeAll(client: MongoClient): Promise<Expected["collections"]> {
  const result: Expected["collections"] = [];
  for (const db of [client.db("app"), client.db("other")]) {
    for (const { name, info } of (await db.listCollections().toArray()) as Document[]) {
      const collection = db.collection(name as string);
      const documents = await collection.find({}, { raw: true }).toArray();
      const indexes = [];
      for (const index of await collection.indexes()) {
        const along = collection
          .find(index.partialFilterExpression ?? {}, { raw: true, projection: { _id: 1 } })
          .hint(String(index.name));
        indexes.push({ index, ids: base64(await along.toArray()) });
      }
      const uuid: unknown = info.uuid;
      result.push({ db: db.databaseName, name, uuid, documents: base64(documents), indexes });
    }
  }
  return result;
}

describe.each(folders)("files of %s", (folder) => {
  it("yield the documents, the indexes and their order as written", async () => {
    const expected = expectedOf(folder);
    const running = await run({ dataDir: copyOf(folder) });
    const found = await describeAll(running.client);
    expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
    for (const [at, collection] of expected.entries()) expect(found[at]).toEqual(collection);
    expect(await running.server.integrityCheck()).toEqual([]);
    await running.close();
  });

  it("accept writes, and pass the integrity check", async () => {
    const running = await run({ dataDir: copyOf(folder), ttlIntervalMs: 20 });
    for (const { db, name, documents } of expectedOf(folder)) {
      const collection = running.client.db(db).collection<Row>(name);
      await collection.insertOne({ _id: "new", v: ["new", 1], tags: ["x", "y"], email: "new" });
      await collection.updateMany({}, { $set: { changed: true } });
      expect(await collection.countDocuments({ changed: true })).toBe(documents.length + 1);
      await collection.deleteOne({ _id: "new" });
    }
    await checkIndexRules(running);
    expect(await running.server.integrityCheck()).toEqual([]);
    await running.close();
  });
});

describe("operations that a crash interrupted, in the files of format-2", () => {
  const inFile = (dataDir: string, sql: string) => {
    const database = new Libsql(join(dataDir, "db", "database.sqlite"));
    const found: unknown = database.prepare(sql).pluck().all();
    database.close();
    return found;
  };

  it("are undone or resumed at the next start", async () => {
    const dataDir = copyOf("format-2");
    const there = "SELECT name FROM sqlite_schema WHERE name IN ('c_900', 'i_900', 'i_901') ORDER BY name";
    expect(inFile(dataDir, there)).toEqual(["c_900", "i_900", "i_901"]);
    const running = await run({ dataDir });
    const names = (await running.client.db("app").collection("people").indexes()).map(({ name }) => name);
    expect(names).not.toContain("age_1");
    // The bulk write is retried; its first document is not written twice.
    const bulk = {
      insert: "cut off",
      documents: [{ _id: 1 }, { _id: 2 }],
      lsid: { id: new UUID(Buffer.alloc(16, 7)) },
      txnNumber: Long.fromNumber(1),
      $db: "app",
    };
    const socket = openSocket(running.server.uri);
    const answered = new Promise<Buffer>((resolve) => socket.once("data", resolve));
    send(socket, bulk);
    expect(BSON.deserialize((await answered).subarray(21))).toEqual({ n: 2, ok: 1 });
    socket.destroy();
    expect(await running.client.db("app").collection("cut off").find().toArray()).toEqual([{ _id: 2 }]);
    await until(() => (inFile(dataDir, there) as unknown[]).length === 0);
    expect(inFile(dataDir, "SELECT name FROM dropped")).toEqual([]);
    expect(await running.server.integrityCheck()).toEqual([]);
    await running.close();
  });
});

describe("files of a version with collations", () => {
  it("are rejected unchanged, with the name of the index", async () => {
    const dataDir = copyOf("format-1-collation");
    const file = join(dataDir, "db", "database.sqlite");
    const before = readFileSync(file);
    await expect(start({ dataDir })).rejects.toThrow("app.people: name_1");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

/** Checks that unique indexes reject duplicates and TTL indexes remove expired documents. */
async function checkIndexRules({ client }: Running): Promise<void> {
  const app = client.db("app");
  expect(await codeOf(app.collection("people").insertOne({ email: "person1@example.test" }))).toBe(11000);
  expect(await codeOf(app.collection("people").insertOne({ email: "other", nick: "nick4" }))).toBe(11000);
  expect(await codeOf(app.collection("entries").insertOne({ codes: [900, 5] }))).toBe(11000);
  const tokens = app.collection<Row>("tokens");
  await tokens.insertOne({ _id: "old", expiresAt: new Date(0) });
  await until(async () => (await tokens.countDocuments({ _id: "old" })) === 0);
  expect(await tokens.countDocuments()).toBe(4);
}
