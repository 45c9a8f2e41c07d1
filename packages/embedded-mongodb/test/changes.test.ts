import { start } from "embedded-mongodb";
import { expect, it, onTestFinished } from "vitest";
import { run, sharedServer, until } from "./fixture.js";

const running = sharedServer();

it("changes a collection's counter only for commits that may have changed it", async () => {
  const { server, db } = running;
  const people = db.collection<{ _id: number; n?: number }>("people");
  const changed = async (work: () => Promise<unknown>) => {
    const before = [server.changes("people"), server.changes("others")];
    await work();
    return [server.changes("people") !== before[0], server.changes("others") !== before[1]];
  };
  expect(await changed(() => people.insertOne({ _id: 1 }))).toEqual([true, false]);
  expect(await changed(() => people.updateOne({ _id: 1 }, { $inc: { n: 1 } }))).toEqual([true, false]);
  expect(await changed(() => people.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }))).toEqual([true, false]);
  expect(await changed(() => people.find().toArray())).toEqual([false, false]);
  expect(await changed(() => people.countDocuments())).toEqual([false, false]);
  expect(await changed(() => people.deleteOne({ _id: 1 }))).toEqual([true, false]);
  expect(await changed(() => db.dropCollection("people"))).toEqual([true, true]);
});

it("changes the counter for removed expired documents, but not for idle maintenance", async () => {
  const { server, client, db, close } = await run({ ttlIntervalMs: 10 });
  onTestFinished(close);
  const notes = db.collection<{ _id: number; until: Date }>("notes");
  await notes.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
  const commits = async () =>
    (await client.db("admin").command({ serverStatus: 1 }))["counters"].commits as number;
  const [ofNotes = 0, ofPeople = 0] = [server.changes("notes"), server.changes("people")];
  const rounds = (await commits()) + 5;
  await until(async () => (await commits()) >= rounds);
  expect([server.changes("notes"), server.changes("people")]).toEqual([ofNotes, ofPeople]);
  await notes.insertOne({ _id: 1, until: new Date(0) });
  await until(async () => (await notes.countDocuments()) === 0);
  expect([server.changes("notes"), server.changes("people")]).toEqual([ofNotes + 2, ofPeople]);
});

it("returns no counter while another process owns the database", async () => {
  const joined = await start({ dataDir: running.dataDir });
  expect(joined.changes("people")).toBeUndefined();
  expect(running.server.changes("people")).toBeTypeOf("number");
  await joined.stop();
});
