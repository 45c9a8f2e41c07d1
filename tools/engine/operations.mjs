/**
 * `npm run bench:db`, its first part: what operations of the embedded database cost through mongoose at three sizes, compared
 * with each other and with SQLite itself in the same run. `--short` measures little, to see whether it runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "embedded-mongodb";
import Database from "libsql";
import mongoose from "mongoose";
import { inTurn, load, show, told } from "../measure.mjs";

const { values: options } = parseArgs({
  strict: false,
  options: { short: { type: "boolean", default: false } },
});
const SIZES = options.short ? [1_000, 2_000] : [1_000, 10_000, 100_000];
const ROUNDS = options.short ? 2 : 20;
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
  const ids = Array.from({ length: size }, () => new mongoose.Types.ObjectId());
  raw.exec("BEGIN");
  for (let from = 0; from < size; from += 1000) {
    const documents = ids.slice(from, from + 1000).map((_id, n) => {
      // Twenty entries of each user fall on the same days in all sizes: a week holds 140 at most.
      const date = new Date(1e12 + Math.floor((from + n) / USERS) * (DAY / 20));
      return { _id, user: (from + n) % USERS, kind: "free", date, body: text };
    });
    for (const { _id } of documents) rawInsert.run([_id.id, Buffer.from(text)]);
    await Entry.collection.insertMany(documents);
  }
  raw.exec("COMMIT");
  return { Entry, rawInsert, rawRead, id: (n) => ids[(n * 7919) % size] };
}

const week = { $gte: new Date(1e12), $lt: new Date(1e12 + 7 * DAY) };
const READ = "point read";
const NEWEST = "newest 20 of a user";
const INSERT = "insert";
const RAW_READ = "raw SQLite point read";
const RAW_INSERT = "raw SQLite durable insert";
const operations = {
  [READ]: ({ Entry, id }, n) => Entry.findById(id(n)).lean(),
  [NEWEST]: ({ Entry }, n) =>
    Entry.find({ user: n % USERS })
      .sort({ date: -1 })
      .limit(20)
      .lean(),
  [INSERT]: ({ Entry }, n) => Entry.create({ user: USERS + n, date: new Date(), body: text }),
  update: ({ Entry, id }, n) => Entry.updateOne({ _id: id(n) }, { $set: { kind: `kind ${n}` } }),
  "count of a week": ({ Entry }, n) => Entry.countDocuments({ user: n % USERS, date: week }),
  [RAW_READ]: ({ rawRead, id }, n) => rawRead.get([id(n).id]),
  [RAW_INSERT]: ({ rawInsert }) => rawInsert.run([new mongoose.Types.ObjectId().id, Buffer.from(text)]),
};

const nameOf = (operation, size) => `${operation}, ${size.toLocaleString("en")} documents`;
const works = {};
const places = [];
for (const size of SIZES) places.push(await fill(size));
for (const [name, operation] of Object.entries(operations))
  for (const [at, size] of SIZES.entries()) {
    let nth = 0;
    works[nameOf(name, size)] = () => operation(places[at], (nth += 1));
  }
const times = await inTurn(works, { rounds: ROUNDS, iterations: 20 });
await connection.close();
await server.stop();
raw.close();
rmSync(dataDir, { recursive: true, force: true });

const [smallest] = SIZES;
const median = (name, size = SIZES.at(-1)) => times[nameOf(name, size)].median;
const growth = (name) => median(name) / median(name, smallest);
const goals = [
  ["point read, largest to smallest", growth(READ), 1.5],
  ["newest 20, largest to smallest", growth(NEWEST), 1.5],
  ["point read to 4 raw reads + 0.5 ms", median(READ) / (4 * median(RAW_READ) + 0.5), 1],
  ["durable insert to 2.5 raw inserts + 0.7 ms", median(INSERT) / (2.5 * median(RAW_INSERT) + 0.7), 1],
];
console.log(`operations through mongoose, ms: median (least–most); ${load()}\n`);
for (const [name, spread] of Object.entries(times)) console.log(told(name, show(spread, 3)));
console.log();
for (const [name, ratio, most] of goals)
  console.log(
    told(name, `${ratio.toFixed(2)}, goal ${most.toFixed(2)}: ${ratio <= most ? "reached" : "missed"}`),
  );
