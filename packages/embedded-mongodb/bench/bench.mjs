// What operations cost through mongoose, at three sizes, compared with each other and with SQLite itself.
// Every figure is a median of single operations; raw and mongoose operations are measured in the same run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "embedded-mongodb";
import Database from "libsql";
import mongoose from "mongoose";

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 20;
const USERS = 50;
const DAY = 86_400_000;
const text = "x".repeat(400);

const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-bench-"));
const server = await start({ dataDir });
const connection = await mongoose.createConnection(server.uri, { dbName: "bench" }).asPromise();
const raw = new Database(join(dataDir, "raw.sqlite"));
raw.pragma("journal_mode = WAL");
raw.pragma("synchronous = FULL");

/** A collection and a raw table with `size` documents. */
async function fill(size) {
  const schema = new mongoose.Schema({ user: Number, kind: String, date: Date, body: String });
  schema.index({ user: 1, date: -1 });
  const Entry = connection.model(`Entry${size}`, schema);
  await Entry.init();
  raw.exec(`CREATE TABLE t${size} (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL)`);
  const rawInsert = raw.prepare(`INSERT INTO t${size} (k, d) VALUES (?, ?)`);
  const rawRead = raw.prepare(`SELECT d FROM t${size} WHERE k = ?`);
  const ids = [];
  raw.exec("BEGIN");
  while (ids.length < size) {
    const documents = [];
    for (let n = 0; n < 1000; n++) {
      const at = ids.length;
      const _id = new mongoose.Types.ObjectId();
      // Twenty entries of each user fall on the same days in all sizes: a week holds 140 at most.
      const date = new Date(1e12 + Math.floor(at / USERS) * (DAY / 20));
      ids.push(_id);
      documents.push({ _id, user: at % USERS, kind: "free", date, body: text });
      rawInsert.run([_id.id, Buffer.from(text)]);
    }
    await Entry.collection.insertMany(documents);
  }
  raw.exec("COMMIT");
  return { Entry, rawInsert, rawRead, id: (n) => ids[(n * 7919) % size] };
}

const week = { $gte: new Date(1e12), $lt: new Date(1e12 + 7 * DAY) };
const insertRaw = ({ rawInsert }) => rawInsert.run([new mongoose.Types.ObjectId().id, Buffer.from(text)]);
const newest = ({ Entry }, n) =>
  Entry.find({ user: n % USERS })
    .sort({ date: -1 })
    .limit(20)
    .lean();
const operations = {
  "point read": [2000, ({ Entry, id }, n) => Entry.findById(id(n)).lean()],
  "newest 20 of a user": [1000, newest],
  insert: [400, ({ Entry }, n) => Entry.create({ user: USERS + n, date: new Date(), body: text })],
  update: [400, ({ Entry, id }, n) => Entry.updateOne({ _id: id(n) }, { $set: { kind: `kind ${n}` } })],
  "count of a week": [400, ({ Entry }, n) => Entry.countDocuments({ user: n % USERS, date: week })],
  "raw SQLite point read": [2000, ({ rawRead, id }, n) => rawRead.get([id(n).id])],
  "raw SQLite durable insert": [400, insertRaw],
};

const places = [];
for (const size of SIZES) places.push(await fill(size));
const times = Object.fromEntries(Object.keys(operations).map((name) => [name, SIZES.map(() => [])]));
// Sizes and operations take turns, so that whatever else the machine does falls on all of them alike.
for (let round = -3; round < ROUNDS; round++) {
  for (const [name, [count, operation]] of Object.entries(operations)) {
    for (let n = 0; n < count / ROUNDS; n++) {
      for (const [at, place] of places.entries()) {
        const before = performance.now();
        await operation(place, (round + 3) * count + n);
        if (round >= 0) times[name][at].push(performance.now() - before);
      }
    }
  }
}
await connection.close();
await server.stop();
raw.close();
rmSync(dataDir, { recursive: true, force: true });

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const figures = Object.fromEntries(Object.entries(times).map(([name, lists]) => [name, lists.map(median)]));
const growth = (name) => figures[name][2] / figures[name][0];
const largest = (name) => figures[name][2];
const goals = [
  ["point read, 100,000 to 1,000 documents", growth("point read"), 1.5],
  ["newest 20, 100,000 to 1,000 documents", growth("newest 20 of a user"), 1.5],
  [
    "point read to 4 raw reads + 0.5 ms",
    largest("point read") / (4 * largest("raw SQLite point read") + 0.5),
    1,
  ],
  [
    "durable insert to 2.5 raw inserts + 0.7 ms",
    largest("insert") / (2.5 * largest("raw SQLite durable insert") + 0.7),
    1,
  ],
];
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
row(["operation through mongoose", ...SIZES.map((size) => size.toLocaleString("en")), "100,000 : 1,000"]);
row(["---", "---", "---", "---", "---"]);
for (const [name, values] of Object.entries(figures)) {
  row([name, ...values.map((value) => `${value.toFixed(3)} ms`), growth(name).toFixed(2)]);
}
console.log();
row(["goal", "ratio", "at most", "result"]);
row(["---", "---", "---", "---"]);
for (const [name, ratio, most] of goals) {
  row([name, ratio.toFixed(2), most.toFixed(2), ratio <= most ? "reached" : "missed"]);
}
