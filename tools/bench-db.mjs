/**
 * `npm run bench:db`: operations of the embedded database through mongoose at three sizes, compared with SQLite in the
 * same run. `--short` only proves that all of it runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepare, runScript } from "../scripts/prepare.mjs";
import { formatLoad, formatSpread, printTable, spreadOf } from "./measurements.mjs";

const isShort = process.argv.includes("--short");
const SIZES = isShort ? [1_000, 2_000] : [1_000, 10_000, 100_000];
const ROUNDS = isShort ? 2 : 20;
const ITERATIONS = 20;
const USERS = 50;
const DAY_MS = 86_400_000;
const TEXT = "x".repeat(400);
const WEEK = { $gte: new Date(1e12), $lt: new Date(1e12 + 7 * DAY_MS) };

/** The operations on a collection and on a SQLite table of the same size; `n` differs in every call. */
const OPERATIONS = {
  "point read": ({ Entry, id }, n) => Entry.findById(id(n)).lean(),
  "newest 20 of a user": ({ Entry }, n) =>
    Entry.find({ user: n % USERS })
      .sort({ date: -1 })
      .limit(20)
      .lean(),
  insert: ({ Entry }, n) => Entry.create({ user: USERS + n, date: new Date(), body: TEXT }),
  update: ({ Entry, id }, n) => Entry.updateOne({ _id: id(n) }, { $set: { kind: `kind ${n}` } }),
  "count of a week": ({ Entry }, n) => Entry.countDocuments({ user: n % USERS, date: WEEK }),
  "SQLite point read": ({ read, id }, n) => read.get([id(n).id]),
  "SQLite durable insert": ({ insert, newId }) => insert.run([newId().id, Buffer.from(TEXT)]),
};

/** A collection and a SQLite table with `size` documents. */
async function fill(size, { mongoose, connection, sqlite }) {
  const schema = new mongoose.Schema({ user: Number, kind: String, date: Date, body: String });
  schema.index({ user: 1, date: -1 });
  const Entry = connection.model(`Entry${size}`, schema);
  await Entry.init();
  sqlite.exec(`CREATE TABLE t${size} (r INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL)`);
  const insert = sqlite.prepare(`INSERT INTO t${size} (k, d) VALUES (?, ?)`);
  const read = sqlite.prepare(`SELECT d FROM t${size} WHERE k = ?`);
  const newId = () => new mongoose.Types.ObjectId();
  const ids = Array.from({ length: size }, newId);
  sqlite.exec("BEGIN");
  for (let from = 0; from < size; from += 1000) {
    const documents = ids.slice(from, from + 1000).map((_id, n) => {
      // Twenty entries of each user fall on the same days in all sizes, so a week holds at most 140.
      const date = new Date(1e12 + Math.floor((from + n) / USERS) * (DAY_MS / 20));
      return { _id, user: (from + n) % USERS, kind: "free", date, body: TEXT };
    });
    for (const { _id } of documents) insert.run([_id.id, Buffer.from(TEXT)]);
    await Entry.collection.insertMany(documents);
  }
  sqlite.exec("COMMIT");
  return { Entry, insert, read, newId, id: (n) => ids[(n * 7919) % size] };
}

/** Milliseconds of each operation at each size, measured alternately so that other load slows all of them equally. */
async function measure(collections) {
  const { Bench } = await import("tinybench");
  const samples = Object.fromEntries(
    Object.keys(OPERATIONS).map((name) => [name, collections.map(() => [])]),
  );
  let n = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const warmup = { warmup: round === 0, warmupTime: 0, warmupIterations: 3 };
    const bench = new Bench({
      iterations: ITERATIONS,
      time: 0,
      ...warmup,
      retainSamples: true,
      throws: true,
    });
    for (const [name, operation] of Object.entries(OPERATIONS))
      for (const [at, collection] of collections.entries())
        bench.add(`${name}|${at}`, async () => void (await operation(collection, (n += 1))), { async: true });
    for (const { name: task, result } of await bench.run()) {
      const [name, at] = task.split("|");
      samples[name][at].push(...(result.latency.samples ?? []));
    }
  }
  return samples;
}

function print(samples) {
  const [small, large] = [0, SIZES.length - 1];
  const median = (name, at = large) => spreadOf(samples[name][at]).median;
  const growth = (name) => median(name) / median(name, small);
  console.log(`operations through mongoose, ms: median (least–most), by documents; ${formatLoad()}\n`);
  printTable(
    Object.entries(samples).map(([name, bySize]) => ({
      operation: name,
      ...Object.fromEntries(
        bySize.map((ms, at) => [SIZES[at].toLocaleString("en"), formatSpread(spreadOf(ms), 3)]),
      ),
    })),
  );
  const goals = [
    ["point read, largest to smallest", growth("point read"), 1.5],
    ["newest 20, largest to smallest", growth("newest 20 of a user"), 1.5],
    [
      "point read to 4 SQLite reads + 0.5 ms",
      median("point read") / (4 * median("SQLite point read") + 0.5),
      1,
    ],
    [
      "insert to 2.5 SQLite inserts + 0.7 ms",
      median("insert") / (2.5 * median("SQLite durable insert") + 0.7),
      1,
    ],
  ];
  console.log();
  printTable(
    goals.map(([goal, ratio, limit]) => ({
      goal,
      ratio: ratio.toFixed(2),
      limit: limit.toFixed(2),
      "": ratio <= limit ? "within" : "OVER",
    })),
  );
}

await runScript(async () => {
  await prepare("engine");
  const { start } = await import("embedded-mongodb");
  const { default: mongoose } = await import("mongoose");
  const { default: Database } = await import("libsql");
  const dataDir = mkdtempSync(path.join(tmpdir(), "embedded-mongodb-bench-"));
  const server = await start({ dataDir });
  const connection = await mongoose.createConnection(server.uri, { dbName: "bench" }).asPromise();
  const sqlite = new Database(path.join(dataDir, "raw.sqlite"));
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  try {
    const collections = [];
    for (const size of SIZES) collections.push(await fill(size, { mongoose, connection, sqlite }));
    print(await measure(collections));
  } finally {
    await connection.close();
    await server.stop();
    sqlite.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
