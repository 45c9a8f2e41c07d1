/**
 * `npm run bench:db`, its second part: how long someone who reads or writes one document waits while something long runs. The
 * bystander is a process by itself; what is long is asked for by this one. The
 * first row is beside nothing: what a machine does that has other work is in all of them. `--rounds 9` measures more often, `--short` little.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { start } from "embedded-mongodb";
import { MongoClient } from "mongodb";
import { load, spreadOf } from "../measure.mjs";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, short: { type: "boolean", default: false } },
});
const [DOCUMENTS, VICTIMS] = options.short ? [5_000, 2_000] : [100_000, 30_000];
const ROUNDS = options.short ? 1 : Number(options.rounds);
if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new Error("--rounds takes a number from 1 on");
/** Of what takes little time there are more rounds, so that a hundredth of them is something. */
const AT_LEAST_MS = options.short ? 300 : 3_000;
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
  nothing: { run: () => delay(AT_LEAST_MS / ROUNDS) },
  "integrity check": { run: () => server.integrityCheck() },
  backup: { run: () => server.backup(join(dataDir, `copy-${copies++}.sqlite`)) },
  "index over all": {
    run: () => entries.createIndex({ n: 1 }),
    after: () => entries.dropIndex("n_1"),
  },
  "export of all": {
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
  "delete of a third": {
    before: () => insert(victims, VICTIMS, entry),
    run: () => victims.deleteMany({ user: { $gte: 0 } }),
  },
};

const bystander = fork(fileURLToPath(new URL("./bystander.mjs", import.meta.url)), [server.uri]);
const told = () => new Promise((resolve) => bystander.once("message", resolve));
const ask = (question) => (bystander.send(question), told());
await told();
// The first operations of every round and the connections they open are not measured.
await ask("begin");
await delay(2000);
await ask("end");

/** What the bystander waits while something runs: of its reads and of its writes the middle, the 99th of a hundred and the most. */
async function beside(run) {
  await ask("begin");
  // Some come before it begins, so that there are figures for what takes no time at all.
  await delay(100);
  const from = performance.now();
  const failure = await run().then(
    () => [],
    (error) => [error.codeName ?? error.message],
  );
  const took = performance.now() - from;
  const { waits, failed } = await ask("end");
  return { took, waits, failed: [...failure, ...failed] };
}

/** Runs a work several times, each time after the same look beside nothing. */
async function measure({ before, run, after }) {
  const rounds = [];
  for (let spent = 0; rounds.length < ROUNDS || (spent < AT_LEAST_MS && rounds.length < 9 * ROUNDS);) {
    await before?.();
    await delay(300);
    const round = await beside(run);
    rounds.push(round);
    spent += round.took;
    await after?.();
  }
  return rounds;
}

const ms = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
/** The most, of reads and writes alike, in the worst of the rounds. */
const worst = (waits) => Math.max(...waits.flat().map(([, , most]) => most));

console.log(`\nwaits beside what is long, ms: of the middle round, and the most of all; ${load()}\n`);
const WIDTHS = [28, 10, 22, 22, 8];
const row = (cells) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(WIDTHS[at]))).join(" "));
row(["while this runs", "takes", "read p50, p99, max", "write p50, p99, max", "worst"]);
for (const [name, work] of Object.entries(works)) {
  const rounds = await measure(work);
  const failed = [...new Set(rounds.flatMap((round) => round.failed))];
  const lane = (nth) =>
    [0, 1, 2].map((place) => ms(spreadOf(rounds.map(({ waits }) => waits[nth][place])).median)).join(", ");
  const most = worst(rounds.map(({ waits }) => waits));
  const took = ms(spreadOf(rounds.map((round) => round.took)).median);
  row([name, took, lane(0), lane(1), ms(most)]);
  if (failed.length > 0) console.log(`  failed: ${failed.join(", ")}`);
  else if (most > GOAL_MS) console.log(`  goal missed: at most ${GOAL_MS} ms`);
}

bystander.disconnect();
await new Promise((resolve) => bystander.once("exit", resolve));
await client.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
