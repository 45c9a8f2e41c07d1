// Inserts and updates in four concurrent lanes, endlessly or `most` times each, and reports each acknowledged write.
import { start } from "embedded-mongodb";
import { MongoClient } from "mongodb";

const [dataDir, round, most = "1000000"] = process.argv.slice(2);
// The parent process has ended.
process.on("disconnect", () => process.exit());
const server = await start({ dataDir });
const client = new MongoClient(server.uri);
const writes = client.db("test").collection("writes");
await writes.createIndex({ round: 1, n: 1 }, { unique: true });
await writes.createIndex({ text: 1 });
process.send({ ready: true });

async function lane(number) {
  for (let n = 0; n < Number(most); n++) {
    const _id = `${round}-${number}-${n}`;
    await writes.insertOne({
      _id,
      round: Number(round),
      n: n * 10 + number,
      text: `text ${n % 17}`,
      version: 0,
    });
    process.send({ inserted: _id });
    if (n % 3 === 0) {
      await writes.updateOne({ _id }, { $inc: { version: 1 }, $set: { text: `changed ${n}` } });
      process.send({ updated: _id });
    }
  }
}
await Promise.all([lane(0), lane(1), lane(2), lane(3)]);
process.send({ finished: true });
