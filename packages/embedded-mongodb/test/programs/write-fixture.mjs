// Writes a data folder of this version, and the content that every later version must read from it:
//   node test/programs/write-fixture.mjs test/fixtures/format-N
// The files are copied from a running server, so they contain a write-ahead log as after a crash.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { start } from "embedded-mongodb";
import Libsql from "libsql";
import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  BSONType,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  MongoClient,
  ObjectId,
  Timestamp,
} from "mongodb";

const { EJSON, serialize } = BSON;
const [place] = process.argv.slice(2);
if (!place) throw new Error("Usage: write-fixture.mjs FOLDER");
const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-fixture-"));
const id = (n) => new ObjectId(n.toString(16).padStart(24, "0"));
const decimal = (text) => Decimal128.fromString(text);
const CENTURY = Date.UTC(2100, 0, 1);

const double = (n) => new Double(n);
const int = (n) => new Int32(n);
const long = (n) => Long.fromString(String(n));
const bytes = (content, type) => new Binary(Buffer.from(content), type);

/** Boundary values of every type. */
const VALUES = [
  ...[new MinKey(), null],
  ...[NaN, -Infinity, -Number.MAX_VALUE, -1.5, -Number.MIN_VALUE, -0, 0.1, 0.5, 1, Infinity].map(double),
  ...[-2147483648, -1, 0, 1, 2147483647].map(int),
  ...[Long.MIN_VALUE, 1, Number.MAX_SAFE_INTEGER, "9007199254740993", Long.MAX_VALUE].map(long),
  ...["-1E+30", "0.1", "1.000", "9223372036854775808", "9.999999999999999999999999999999999E+6144"].map(
    decimal,
  ),
  ...["NaN", "Infinity", "-Infinity"].map(decimal),
  ...["", "\u0000", "a", "a\u0000b", "ab", "B", "é", "e\u0301", "名前", "\u{1f64f}", "long ".repeat(300)],
  new BSONSymbol("symbol"),
  ...[{}, { a: 1 }, { a: 1, b: null }, { a: { b: [1, { c: "x" }] } }],
  ...[[], [1, 2, 2], [[1], [2]], [null, "mixed", { x: 1 }]],
  ...[bytes([]), bytes([0, 1, 255]), bytes("old", 2), bytes([0, 255], 128)],
  ...[new Binary(Buffer.alloc(16, 7), 4), new Binary(Buffer.alloc(16, 9), 5)],
  ...[id(0), id(1), new ObjectId("ffffffffffffffffffffffff")],
  ...[false, true],
  ...[-8.64e15, -1, 0, 8.64e15].map((time) => new Date(time)),
  ...[0, 4294967295].map((n) => new Timestamp({ t: n, i: n })),
  ...[new BSONRegExp("^a.*b$", ""), new BSONRegExp("x", "im")],
  ...[new Code("function () { return 1; }"), new Code("function () { return x; }", { x: 1 })],
  new MaxKey(),
];
const range = (count) => Array.from({ length: count }, (_, n) => n);

/** Sends an insert as bytes, because the driver writes neither `undefined` nor DBPointers. */
function insertBytes(socketPath, name, documents) {
  const body = serialize({ insert: name, $db: "app" });
  const size = 4 + "documents\0".length + documents.reduce((sum, bytes) => sum + bytes.length, 0);
  const head = Buffer.alloc(20);
  head.writeInt32LE(20 + 1 + body.length + 1 + size, 0);
  head.writeInt32LE(2013, 12);
  const length = Buffer.alloc(4);
  length.writeInt32LE(size);
  const parts = [head, Buffer.of(0), body, Buffer.of(1), length, Buffer.from("documents\0"), ...documents];
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath, () => socket.write(Buffer.concat(parts)));
    socket.once("data", () => resolve(socket.end())).once("error", reject);
  });
}

function oldTypes() {
  const nothing = serialize({ _id: 1, v: null, after: "undefined" });
  nothing[nothing.indexOf("v\0") - 1] = BSONType.undefined;
  // A DBPointer is a string, the name, and an id of twelve bytes. It is made from a string of the same length.
  const pointer = serialize({ _id: 2, v: "app.people", z: id(5) });
  const at = pointer.indexOf("v\0") - 1;
  const end = pointer.indexOf("z\0") - 1;
  const joined = Buffer.concat([pointer.subarray(0, end), pointer.subarray(end + 3)]);
  joined[at] = BSONType.dbPointer;
  joined.writeInt32LE(joined.length, 0);
  return [Buffer.from(nothing), joined];
}

async function fill(client, socketPath) {
  const db = client.db("app");
  await db.collection("gone").insertMany(range(30).map((n) => ({ n, text: "erased ".repeat(40) })));
  await db.collection("gone").createIndex({ n: 1 });

  const values = db.collection("values");
  await values.insertMany(VALUES.map((v, n) => ({ _id: n, v, w: n % 3 })));
  await values.createIndex({ v: 1 });
  await values.createIndex({ w: 1, v: -1 }, { name: "down" });

  const ids = VALUES.filter((v) => !Array.isArray(v) && !(v instanceof BSONRegExp));
  for (const _id of ids) {
    try {
      await db.collection("ids").insertOne({ _id, n: 1 });
    } catch (error) {
      // 1, 1.0 and 1.000 are the same _id, so only the first is inserted.
      if (error.code !== 11000) throw error;
    }
  }

  const people = db.collection("people");
  await people.createIndexes([
    { key: { email: 1 }, name: "email_1", unique: true },
    { key: { last: 1, first: -1 }, name: "name" },
    { key: { nick: 1 }, name: "nick_1", sparse: true, unique: true },
    { key: { age: 1 }, name: "adults", partialFilterExpression: { active: true, age: { $gt: 17 } } },
    { key: { "address.city": 1 }, name: "city" },
  ]);
  await people.insertMany(
    range(24).map((n) => ({
      _id: id(n + 100),
      email: `person${n}@example.test`,
      last: ["Ames", "Brown", "Cole"][n % 3],
      first: `First ${n}`,
      ...(n % 4 === 0 ? { nick: `nick${n}` } : {}),
      age: new Int32(10 + n),
      active: n % 2 === 0,
      address: n % 5 === 0 ? null : { city: ["Bath", "York", "Ely"][n % 3], lines: [`${n} High Street`] },
    })),
  );

  const entries = db.collection("entries");
  await entries.createIndexes([
    { key: { tags: 1 }, name: "tags_1" },
    { key: { user: 1, "items.n": -1 }, name: "items" },
    { key: { codes: 1 }, name: "codes_1", unique: true, sparse: true },
    { key: { dropped: 1 }, name: "dropped_1" },
  ]);
  await entries.insertMany(
    range(16).map((n) => ({
      _id: `entry ${n}`,
      user: n % 4,
      tags: range(n % 4).map((tag) => `tag ${(n + tag) % 5}`),
      items: n % 3 === 0 ? [] : [{ n }, { n: n * 2, text: "x" }, { other: true }],
      ...(n % 2 === 0 ? { codes: [n, n + 1] } : {}),
      body: n === 7 ? "overflow ".repeat(1200) : `body ${n}`,
    })),
  );
  await entries.dropIndex("dropped_1");

  const tokens = db.collection("tokens");
  await tokens.createIndexes([
    { key: { expiresAt: 1 }, name: "expiresAt_1", expireAfterSeconds: 0 },
    { key: { createdAt: 1 }, name: "createdAt_1", expireAfterSeconds: 3600 },
  ]);
  await tokens.insertMany([
    { _id: 1, expiresAt: new Date(CENTURY), createdAt: new Date(CENTURY) },
    { _id: 2, expiresAt: [new Date(CENTURY), new Date(CENTURY + 1)] },
    { _id: 3, expiresAt: "never" },
    { _id: 4 },
  ]);

  const holes = db.collection("holes");
  await holes.createIndex({ n: 1 });
  await holes.insertMany(range(20).map((n) => ({ _id: n, n, text: "deleted ".repeat(n * 5) })));
  await holes.deleteMany({ n: { $mod: [2, 1] } });
  await holes.updateMany({ n: { $gt: 10 } }, { $set: { text: "short", n: -1 }, $unset: { nothing: 1 } });
  await holes.insertOne({ _id: 3, n: 3, text: "again" });

  await insertBytes(socketPath, "old types", oldTypes());
  await db.createCollection("empty");
  await db.collection("größe.名").insertOne({ _id: 1, a: 1 });
  await db.collection("größe.名").createIndex({ a: 1 });
  await client.db("other").collection("people").insertOne({ _id: 1, in: "another database" });
  await db.dropCollection("gone");
}

/** Writes documents that stay in the write-ahead log. */
async function writeMore(client) {
  const db = client.db("app");
  await db.collection("holes").insertOne({ _id: 100, n: 100, text: "only in the log" });
  await db
    .collection("people")
    .updateOne({ email: "person3@example.test" }, { $set: { age: new Int32(44) } });
  await db.collection("entries").deleteOne({ _id: "entry 2" });
}

/**
 * Writes the state that a crash leaves of long operations: a dropped collection and index, an unfinished index, and an
 * interrupted bulk write. The running server ignores it until its next start.
 */
function leaveUnfinished() {
  const database = new Libsql(join(dataDir, "db", "database.sqlite"), { timeout: 5000 });
  const sql = "SELECT id FROM collections WHERE name = 'people' AND db = 'app'";
  const [people] = database.prepare(sql).raw().get();
  const key = Buffer.of(1);
  database.exec(`BEGIN IMMEDIATE;
    CREATE TABLE c_900 (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL);
    CREATE TABLE i_900 (k BLOB NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (k, r)) WITHOUT ROWID;
    CREATE TABLE i_901 (k BLOB NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (k, r)) WITHOUT ROWID;
    INSERT INTO dropped VALUES ('c_900'), ('i_900')`);
  const run = (statement, ...values) => database.prepare(statement).run(values);
  run("INSERT INTO c_900 VALUES (7, ?, ?)", key, Buffer.from(serialize({ _id: "dropped" })));
  run("INSERT INTO i_900 VALUES (?, 7)", key);
  const spec = { v: 2, key: { age: 1 }, name: "age_1", $building: true };
  run("INSERT INTO indexes VALUES (901, ?, ?, '')", people, Buffer.from(serialize(spec)));
  const session = Buffer.alloc(16, 7);
  const progress = Buffer.from(serialize({ n: 1, next: 1, $unfinished: true }));
  run("INSERT INTO retries VALUES (?, 1, ?, ?)", session, CENTURY, progress);
  database.exec("COMMIT");
  database.close();
}

const base64 = (bytes) => Buffer.from(bytes).toString("base64");

/** Describes the content: documents as bytes in natural order, and each index with the order of ids in it. */
async function describe(client) {
  const result = [];
  for (const db of [client.db("app"), client.db("other")]) {
    for (const { name, info } of await db.listCollections().toArray()) {
      const collection = db.collection(name);
      const documents = await collection.find({}, { raw: true }).toArray();
      const indexes = [];
      for (const index of await collection.indexes()) {
        const along = collection
          .find(index.partialFilterExpression ?? {}, { raw: true, projection: { _id: 1 } })
          .hint(index.name);
        indexes.push({ index, ids: (await along.toArray()).map(base64) });
      }
      result.push({ db: db.databaseName, name, uuid: info.uuid, documents: documents.map(base64), indexes });
    }
  }
  return result;
}

async function serve(work) {
  const server = await start({ dataDir });
  const client = await new MongoClient(server.uri).connect();
  await work(client, join(dataDir, "mongodb.sock"));
  await client.close();
  await server.stop();
}

const pack = (file, content) => writeFileSync(join(place, file), gzipSync(content, { level: 9 }));
rmSync(place, { recursive: true, force: true });
mkdirSync(join(place, "db"), { recursive: true });
await serve(fill);
await serve(async (client) => {
  await writeMore(client);
  leaveUnfinished();
  for (const name of ["database.sqlite", "database.sqlite-wal"]) {
    pack(join("db", `${name}.gz`), readFileSync(join(dataDir, "db", name)));
  }
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const expected = { version, collections: await describe(client) };
  pack("expected.json.gz", `${EJSON.stringify(expected, null, 2, { relaxed: false })}\n`);
});
rmSync(dataDir, { recursive: true, force: true });
