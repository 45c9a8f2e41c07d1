// How long someone who reads or writes one document waits while something long runs. The bystander is a process by
// itself; what is long is asked for by this one, through the driver and the package's own address only. Before each round the
// same is measured beside nothing: what a machine does that has other work is in both. `--rounds 9` measures more often. With
// `--import ./bench/processor-time.mjs` and a Node that can tell, the longest turn of the server is measured too.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BroadcastChannel } from "node:worker_threads";
import { start } from "embedded-mongodb";
import { MongoClient } from "mongodb";

const DOCUMENTS = 100_000;
const VICTIMS = 30_000;
const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const ROUNDS = Number(options.rounds);
if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new Error("--rounds takes a number from 1 on");
/** Of what takes little time there are more rounds, so that a hundredth of them is something. */
const AT_LEAST_MS = 3000;
const IDLE_MS = 600;
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

/** What the bystander waits while something runs: of its reads and of its writes the middle, the 99th of a hundred and the most. */
async function beside(run) {
  await ask("begin");
  // Some come before it begins, so that there are figures for what takes no time at all.
  await rest(100);
  const from = performance.now();
  const failure = await run().then(
    () => undefined,
    (error) => error,
  );
  const took = performance.now() - from;
  const { reads, writes, failed } = await ask("end");
  const waits = [reads, writes].map((list) => [at(list, 0.5), at(list, 0.99), Math.max(...list)]);
  return { took, waits, failed: [failure ? [failure.codeName ?? failure.message] : [], failed].flat() };
}

/** Runs a work several times, each time after the same look beside nothing. */
async function measure({ before, run, after }) {
  const rounds = [];
  for (let spent = 0; rounds.length < ROUNDS || (spent < AT_LEAST_MS && rounds.length < 9 * ROUNDS);) {
    await before?.();
    await rest(300);
    const idle = await beside(() => rest(IDLE_MS));
    turns.postMessage("begin");
    const round = await beside(run);
    rounds.push({ ...round, turn: await longestTurn(), idle: idle.waits });
    spent += round.took;
    await after?.();
  }
  return rounds;
}

/** The 99th and the most, of reads and writes alike, in the worst of the rounds. */
const worst = (waits) => [1, 2].map((place) => Math.max(...waits.flat().map((figures) => figures[place])));

const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const columns = [
  ...["while this runs", "takes", "read p50", "p99", "max", "write p50", "p99", "max"],
  ...["worst p99", "worst max", "idle p99", "idle max", `worst ≤ ${GOAL_MS} ms`, "longest turn", "rounds"],
];
console.log(
  "Waits in milliseconds. The first figures are those of the middle round, the worst those of the worst of all; idle is the worst\n" +
    "of the looks beside nothing, one before each round.\n",
);
row(columns);
row(columns.map(() => "---"));
const notes = [];
for (const [name, work] of Object.entries(works)) {
  const rounds = await measure(work);
  const failed = rounds.flatMap((round) => round.failed);
  if (failed.length > 0) notes.push(`${name}: ${[...new Set(failed)].join(", ")}`);
  const middle = [0, 1].flatMap((lane) =>
    [0, 1, 2].map((place) => median(rounds.map(({ waits }) => waits[lane][place]))),
  );
  const worstWaits = worst(rounds.map(({ waits }) => waits));
  const idle = worst(rounds.map((round) => round.idle));
  const turn = Math.max(...rounds.map((round) => round.turn));
  row([
    name,
    `${median(rounds.map(({ took }) => took)).toFixed(0)} ms`,
    ...[...middle, ...worstWaits, ...idle].map(ms),
    worstWaits[1] <= GOAL_MS && failed.length === 0 ? "reached" : "missed",
    Number.isNaN(turn) ? "" : ms(turn),
    rounds.length,
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
