import { afterAll, beforeAll, expect, it } from "vitest";
import { start } from "embedded-mongodb";
import { run, type Running } from "./fixture.js";

let running: Running;
beforeAll(async () => (running = await run()));
afterAll(() => running.close());

it("counts what may have changed a collection, and nothing else", async () => {
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

it("is silent where another holds the data", async () => {
  const joined = await start({ dataDir: running.dataDir });
  expect(joined.changes("people")).toBeUndefined();
  expect(running.server.changes("people")).toBeTypeOf("number");
  await joined.stop();
});
