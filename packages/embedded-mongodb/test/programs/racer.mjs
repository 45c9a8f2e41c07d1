// Shares a data directory with other processes: claims unique keys and increments one document.
import { start } from "embedded-mongodb";
import { MongoClient } from "mongodb";

const [dataDir, name, rounds] = process.argv.slice(2);
// The parent process has ended.
process.on("disconnect", () => process.exit());
const server = await start({ dataDir });
const client = new MongoClient(server.uri);
const db = client.db("test");
process.send({ ready: server.isOwner() });

process.on("message", async (message) => {
  if (message === "race") {
    let won = 0;
    for (let n = 0; n < Number(rounds); n++) {
      try {
        await db.collection("claims").insertOne({ key: n, by: name });
        won++;
      } catch (error) {
        if (error.code !== 11000) throw error;
      }
      await db.collection("counters").updateOne({ _id: "shared" }, { $inc: { n: 1 } }, { upsert: true });
    }
    process.send({ won });
  } else if (message === "write") {
    for (let n = 0; ; n++) {
      await db.collection("counters").updateOne({ _id: name }, { $set: { last: n } }, { upsert: true });
      await db.collection("log").insertOne({ by: name, n });
      process.send({ acknowledged: n, at: Date.now(), owner: server.isOwner() });
    }
  } else {
    await client.close();
    await server.stop();
    process.exit();
  }
});
