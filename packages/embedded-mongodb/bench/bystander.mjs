// A process that reads one document and writes another at fixed times, and tells how long each of them waited.
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
let result;

/**
 * As visitors come, whether those before them have been served or not: a pause of a second is not one slow sample among
 * many, but all that would have come meanwhile.
 */
async function lane(name) {
  for (let n = 0; ; n++) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const { [name]: waits, failed } = result ?? {};
    if (!waits) continue;
    const from = performance.now();
    const operation = operations[name](n)
      .then(
        () => waits.push(performance.now() - from),
        (error) => failed.push(error.message),
      )
      .finally(() => waiting.delete(operation));
    waiting.add(operation);
  }
}

async function end() {
  const ended = result;
  result = undefined;
  await Promise.all(waiting);
  process.send(ended);
}

process.on("message", (message) => {
  if (message === "begin") process.send((result = { reads: [], writes: [], failed: [] }));
  if (message === "end") void end();
});
process.on("disconnect", () => process.exit());
await client.connect();
process.send("ready");
await Promise.all([lane("reads"), lane("writes")]);
