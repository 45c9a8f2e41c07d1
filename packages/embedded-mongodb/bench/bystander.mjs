// A process that reads one document and writes another, at fixed times, and tells how long each of them waited.
import { MongoClient } from "mongodb";

const EVERY_MS = 20;
const [uri] = process.argv.slice(2);
// A long pause must be measured, not answered by a new connection.
const client = new MongoClient(uri, { connectTimeoutMS: 120_000, heartbeatFrequencyMS: 600_000 });
const places = client.db("bench").collection("bystander");
let reads = [];
let writes = [];
let errors = 0;
let measuring = true;
/** Rises with each measurement: an operation that waited through the one before begins its times afresh. */
let round = 0;
const current = [];

/**
 * An operation begins at its time on the clock, or as soon as the one before it is over; its wait counts from its
 * time. So a pause of a second is not one slow sample among many, but all that would have come meanwhile.
 */
async function lane(place, operation, take) {
  const offset = (place * EVERY_MS) / 2;
  let due = performance.now() + offset;
  let known = round;
  for (let n = 0; measuring; n++, due += EVERY_MS) {
    if (known !== round) [due, known] = [performance.now() + offset, round];
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    // Node's timers are a millisecond late: that is no wait for the database.
    const from = early > 0 ? performance.now() : due;
    current[place] = operation(n).then(
      () => known === round && take(performance.now() - from),
      () => errors++,
    );
    await current[place];
  }
}

process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  if (message === "stop") measuring = false;
  if (message === "begin") {
    [reads, writes, errors, round] = [[], [], 0, round + 1];
    // Whatever waits from then on belongs to this measurement.
    void Promise.all(current).then(() => process.send("begun"));
  }
  if (message === "end") void Promise.all(current).then(() => process.send({ reads, writes, errors }));
});
await client.connect();
const lanes = [
  lane(
    0,
    (n) => places.findOne({ _id: n % 100 }),
    (ms) => reads.push(ms),
  ),
  lane(
    1,
    (n) => places.updateOne({ _id: 100 + (n % 100) }, { $inc: { n: 1 } }),
    (ms) => writes.push(ms),
  ),
];
process.send({ ready: true });
await Promise.all(lanes);
await client.close();
process.disconnect();
