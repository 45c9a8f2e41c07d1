// What operations cost through mongoose, at three sizes, compared with each other and with SQLite itself.
// Every figure is a median of single operations; raw and mongoose operations are measured in the same run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import mongoose from "mongoose";
import { start } from "embedded-mongodb";

const SIZES = [1_000, 10_000, 100_000];
const USERS = 50;
const WEEK = 7 * 86_400_000;
const text = "x".repeat(400);

const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-bench-"));
const server = await start({ dataDir });
const connection = await mongoose.createConnection(server.uri, { dbName: "bench" }).asPromise();
const schema = new mongoose.Schema({ user: Number, kind: String, date: Date, body: String });
schema.index({ user: 1, date: -1 });
const Entry = connection.model("Entry", schema);
await Entry.init();

const raw = new Database(join(dataDir, "raw.sqlite"));
raw.pragma("journal_mode = WAL");
raw.pragma("synchronous = FULL");
raw.exec("CREATE TABLE t (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL)");
const rawInsert = raw.prepare("INSERT INTO t (k, d) VALUES (?, ?)");
const rawRead = raw.prepare("SELECT d FROM t WHERE k = ?");

/** Median of `count` runs in milliseconds, after some that are not measured. */
async function median(count, operation) {
  const times = [];
  for (let n = -Math.ceil(count / 5); n < count; n++) {
    const before = performance.now();
    await operation(n + count);
    if (n >= 0) times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

const ids = [];
const figures = {
  "point read": [],
  "newest 20 of a user": [],
  insert: [],
  update: [],
  "count of a week": [],
};
const rawFigures = { read: [], insert: [] };
const id = (n) => ids[(n * 7919) % ids.length];

for (const size of SIZES) {
  raw.exec("BEGIN");
  while (ids.length < size) {
    const documents = [];
    for (let n = 0; n < 1000; n++) {
      const at = ids.length;
      const document = {
        _id: new mongoose.Types.ObjectId(),
        user: at % USERS,
        kind: "free",
        // Every user has an entry a minute, as far as the collection goes.
        date: new Date(1e12 + Math.floor(at / USERS) * 60_000),
        body: text,
      };
      ids.push(document._id);
      documents.push(document);
      rawInsert.run([document._id.id, Buffer.from(text)]);
    }
    await Entry.collection.insertMany(documents);
  }
  raw.exec("COMMIT");
  rawFigures.read.push(await median(2000, (n) => rawRead.get([id(n).id])));
  figures["point read"].push(await median(2000, (n) => Entry.findById(id(n)).lean()));
  figures["newest 20 of a user"].push(
    await median(1000, (n) =>
      Entry.find({ user: n % USERS })
        .sort({ date: -1 })
        .limit(20)
        .lean(),
    ),
  );
  let key = size * 10;
  rawFigures.insert.push(
    await median(400, () => {
      const bytes = Buffer.alloc(12);
      bytes.writeUInt32BE(key++, 8);
      rawInsert.run([bytes, Buffer.from(text)]);
    }),
  );
  figures.insert.push(
    await median(400, (n) => Entry.create({ user: USERS + n, date: new Date(), body: text })),
  );
  figures.update.push(
    await median(400, (n) => Entry.updateOne({ _id: id(n) }, { $set: { kind: `kind ${n}` } })),
  );
  figures["count of a week"].push(
    await median(400, (n) =>
      Entry.countDocuments({ user: n % USERS, date: { $gte: new Date(1e12), $lt: new Date(1e12 + WEEK) } }),
    ),
  );
}

await connection.close();
await server.stop();
raw.close();
rmSync(dataDir, { recursive: true, force: true });

const show = (value, digits = 2) => value.toFixed(digits);
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
row([
  "operation (mongoose)",
  ...SIZES.map((size) => `${size.toLocaleString("en")} documents`),
  "100,000 : 1,000",
]);
row(["---", "---", "---", "---", "---"]);
for (const [name, values] of Object.entries(figures)) {
  row([name, ...values.map((value) => `${show(value, 3)} ms`), show(values[2] / values[0])]);
}
row([
  "raw SQLite point read",
  ...rawFigures.read.map((value) => `${show(value, 3)} ms`),
  show(rawFigures.read[2] / rawFigures.read[0]),
]);
row([
  "raw SQLite durable insert",
  ...rawFigures.insert.map((value) => `${show(value, 3)} ms`),
  show(rawFigures.insert[2] / rawFigures.insert[0]),
]);

const [, , read] = figures["point read"];
const [, , insert] = figures.insert;
const [, , rawReadTime] = rawFigures.read;
const [, , rawInsertTime] = rawFigures.insert;
const goals = [
  ["point read, 100,000 to 1,000 documents", read / figures["point read"][0], 1.5],
  [
    "newest 20, 100,000 to 1,000 documents",
    figures["newest 20 of a user"][2] / figures["newest 20 of a user"][0],
    1.5,
  ],
  ["point read to 4 raw reads + 0.5 ms", read / (4 * rawReadTime + 0.5), 1],
  ["durable insert to 2.5 raw inserts + 0.7 ms", insert / (2.5 * rawInsertTime + 0.7), 1],
];
console.log();
row(["goal", "ratio", "at most", ""]);
row(["---", "---", "---", "---"]);
for (const [name, ratio, most] of goals)
  row([name, show(ratio), show(most), ratio <= most ? "reached" : "missed"]);
