/** A process that reads one document and writes another at fixed times, and tells how long each of them waited. */
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { MongoClient } from "mongodb";

const EVERY_MS = 20;
const [uri] = process.argv.slice(2);
// A long pause must be measured, not answered by a new connection.
const client = new MongoClient(uri, { connectTimeoutMS: 120_000, heartbeatFrequencyMS: 600_000 });
const places = client.db("bench").collection("bystander");
const operations = {
  reads: (n) => places.findOne({ _id: n % 100 }),
  writes: (n) => places.updateOne({ _id: 100 + (n % 100) }, { $inc: { n: 1 } }),
};
const waiting = new Set();
let waits;
let failed = [];

/**
 * As visitors come, whether those before them have been served or not: a pause of a second is not one slow sample among
 * many, but all that would have come meanwhile.
 */
async function lane(name) {
  for (let n = 0; ; n++) {
    await delay(EVERY_MS);
    const mine = waits?.[name];
    if (!mine) continue;
    const from = performance.now();
    const operation = operations[name](n)
      .then(
        () => mine.record(Math.max(1, Math.round((performance.now() - from) * 1000))),
        (error) => failed.push(error.message),
      )
      .finally(() => waiting.delete(operation));
    waiting.add(operation);
  }
}

/** Middle, 99th of a hundred and most, in milliseconds. */
const figures = (histogram) =>
  [histogram.percentile(50), histogram.percentile(99), histogram.max].map(
    (microseconds) => microseconds / 1000,
  );

async function end() {
  const { reads, writes } = waits;
  waits = undefined;
  await Promise.all(waiting);
  process.send({ waits: [figures(reads), figures(writes)], failed });
}

process.on("message", (message) => {
  if (message === "end") return void end();
  waits = { reads: createHistogram(), writes: createHistogram() };
  failed = [];
  process.send("begun");
});
process.on("disconnect", () => process.exit());
await client.connect();
process.send("ready");
await Promise.all([lane("reads"), lane("writes")]);
