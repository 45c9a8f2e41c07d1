// How long someone who reads or writes one document waits while something long runs. The bystander is a process by
// itself; what is long is asked for by this one, through the driver and the package's own address only. With
// `--import ./bench/processor-time.mjs` and a Node that can tell, the longest turn of the server is measured too.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BroadcastChannel } from "node:worker_threads";
import { MongoClient } from "mongodb";
import { start } from "embedded-mongodb";

const DOCUMENTS = 100_000;
const VICTIMS = 30_000;
const ROUNDS = 3;
const AT_LEAST_MS = 3000;
const GOAL_MS = 50;

const dataDir = mkdtempSync(join(tmpdir(), "embedded-mongodb-pauses-"));
const server = await start({ dataDir });
const client = new MongoClient(server.uri, { connectTimeoutMS: 120_000, heartbeatFrequencyMS: 600_000 });
const db = client.db("bench");
const entries = db.collection("entries");
const victims = db.collection("victims");
const text = "x".repeat(400);

async function insert(collection, count, document) {
  for (let from = 0; from < count; from += 1000) {
    await collection.insertMany(Array.from({ length: 1000 }, (_, n) => document(from + n)));
  }
}

const entry = (n) => ({ _id: n, user: n % 50, date: new Date(1e12 + n * 60_000), n, body: text });
await db.collection("bystander").insertMany(Array.from({ length: 200 }, (_, n) => ({ _id: n, n: 0 })));
await entries.createIndex({ user: 1, date: -1 });
await insert(entries, DOCUMENTS, entry);

const limit = { maxTimeMS: 20_000 };
let copies = 0;
const some = Array.from({ length: 5000 }, (_, n) => (n * 7919) % DOCUMENTS);
/** What is long; `before` and `after` are not measured. */
const works = {
  nothing: { run: () => new Promise((resolve) => setTimeout(resolve, AT_LEAST_MS / ROUNDS)) },
  "integrity check": { run: () => server.integrityCheck() },
  backup: { run: () => server.backup(join(dataDir, `copy-${copies++}.sqlite`)) },
  "index over 100,000": {
    run: () => entries.createIndex({ n: 1 }),
    after: () => entries.dropIndex("n_1"),
  },
  "export of 100,000": {
    run: async () => {
      for await (const bytes of entries.find({}, { raw: true, sort: { _id: 1 } })) if (!bytes) break;
    },
  },
  "search without an index": { run: () => entries.countDocuments({ body: "none" }) },
  "sort without an index": { run: () => entries.find().sort({ body: 1, n: -1 }).limit(20).toArray() },
  "$in of 5,000": { run: () => entries.find({ _id: { $in: some } }, { raw: true, ...limit }).toArray() },
  "$in of 5,000, in an update": {
    run: () => entries.updateMany({ _id: { $in: some } }, { $inc: { times: 1 } }, limit),
  },
  "delete of 30,000": {
    before: () => insert(victims, VICTIMS, entry),
    run: () => victims.deleteMany({ user: { $gte: 0 } }),
  },
};

const bystander = fork(fileURLToPath(new URL("./bystander.mjs", import.meta.url)), [server.uri]);
const told = () => new Promise((resolve) => bystander.once("message", resolve));
const ask = (question) => (bystander.send(question), told());
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await told();
// The first operations of every round and the connections they open are not measured.
await ask("begin");
await rest(2000);
await ask("end");

const at = (list, share) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};
const median = (list) => at(list, 0.5);

/** The most processor time that the server spent before it let others through, if it is measured. */
const turns = new BroadcastChannel("turns");
const isMeasured = process.threadCpuUsage && process.execArgv.join().includes("processor-time");
async function longestTurn() {
  if (!isMeasured) return NaN;
  const answered = new Promise((resolve) => (turns.onmessage = ({ data }) => resolve(data.longest)));
  turns.postMessage("end");
  return answered;
}

/**
 * Runs a work several times. Every figure is the median of the rounds: what else the machine does is in few of them. Only of
 * the server's turns the longest of all counts.
 */
async function measure({ before, run, after }) {
  const rounds = [];
  const failed = [];
  for (let spent = 0; rounds.length < ROUNDS || (spent < AT_LEAST_MS && rounds.length < 9 * ROUNDS);) {
    await before?.();
    await rest(300);
    await ask("begin");
    turns.postMessage("begin");
    // Some come before it begins, so that there are figures for what takes no time at all.
    await rest(100);
    const from = performance.now();
    const failure = await run().then(
      () => undefined,
      (error) => error,
    );
    const took = performance.now() - from;
    const turn = await longestTurn();
    const { reads, writes, failed: others } = await ask("end");
    failed.push(...[failure ? [failure.codeName ?? failure.message] : [], others].flat());
    rounds.push([
      took,
      ...[reads, writes].flatMap((list) => [at(list, 0.5), at(list, 0.99), Math.max(...list)]),
      turn,
    ]);
    spent += took;
    await after?.();
  }
  const figures = rounds[0].map((_, column) => median(rounds.map((round) => round[column])));
  return { figures, turn: Math.max(...rounds.map((round) => round.at(-1))), failed };
}

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const columns = ["while this runs", "takes", "read p50", "p99", "max", "write p50", "p99", "max"];
row([...columns, `max ≤ ${GOAL_MS} ms`, "longest turn"]);
row(Array.from({ length: columns.length + 2 }, () => "---"));
const notes = [];
for (const [name, work] of Object.entries(works)) {
  const { figures, turn, failed } = await measure(work);
  const [took, ...waits] = figures.slice(0, 7);
  const reached = Math.max(waits[2], waits[5]) <= GOAL_MS && failed.length === 0;
  if (failed.length > 0) notes.push(`${name}: ${[...new Set(failed)].join(", ")}`);
  row([
    name,
    `${took.toFixed(0)} ms`,
    ...waits.map(ms),
    reached ? "reached" : "missed",
    Number.isNaN(turn) ? "" : ms(turn),
  ]);
}
console.log(`\nThe machine's load was ${loadavg().map(Math.round).join(", ")} (1, 5 and 15 minutes).`);
for (const note of notes) console.log(`\n${note}`);

turns.close();
bystander.disconnect();
await new Promise((resolve) => bystander.once("exit", resolve));
await client.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
