import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, sharedServer } from "./fixture.js";

const running = sharedServer();
const things = () => running.db.collection<Document>("things");
const insensitive = { collation: { locale: "en", strength: 2 } };
const projected = (value: unknown) =>
  things()
    .find({}, { projection: { a: 1, value } })
    .toArray();
const piped = (...stages: Document[]) => things().aggregate(stages).toArray();

/** Operations that need a MongoDB server. */
const REFUSED: Record<string, () => Promise<unknown>> = {
  "a computed field of a find": () => projected({ $add: ["$a", 1] }),
  "a path as a field of a find": () => projected("$a"),
  "a score as a field of a find": () => projected({ $meta: "textScore" }),
  "a literal as a field of a find": () => projected({ $literal: 1 }),
  "a computed field of $project": () => piped({ $project: { value: { $concat: ["$a", "x"] } } }),
  "a path as a field of $project": () => piped({ $project: { value: "$a.b" } }),
  "a variable as a field of $project": () => piped({ $project: { value: "$$nothing" } }),
  "a computed field of $addFields": () => piped({ $addFields: { value: { $add: ["$a", 1] } } }),
  "a path as a field of $addFields": () => piped({ $addFields: { value: "$a" } }),
  "a nested field of $addFields": () => piped({ $addFields: { "d.m": 3 } }),
  "$set with $$REMOVE": () => piped({ $set: { a: "$$REMOVE" } }),
  "let of a pipeline": () =>
    things()
      .aggregate([{ $match: {} }], { let: { wanted: 1 } })
      .toArray(),
  "an update by a pipeline": () => things().updateOne({}, [{ $set: { b: "$a" } }]),
  "an upsert by a pipeline": () => things().updateOne({ z: 1 }, [{ $set: { b: 1 } }], { upsert: true }),
  "a find with a collation": () => things().find({ a: "A" }, insensitive).toArray(),
  "a sort with a collation": () =>
    things()
      .find({}, { sort: { a: 1 }, ...insensitive })
      .toArray(),
  "a count with a collation": () => things().countDocuments({ a: "A" }, insensitive),
  "distinct values with a collation": () => things().distinct("a", {}, insensitive),
  "an update with a collation": () => things().updateOne({ a: "A" }, { $set: { n: 1 } }, insensitive),
  "a deletion with a collation": () => things().deleteOne({ a: "A" }, insensitive),
  "findAndModify with a collation": () => things().findOneAndUpdate({}, { $set: { n: 1 } }, insensitive),
  "an index with a collation": () => things().createIndex({ a: 1 }, insensitive),
  "a collection with a collation": () => running.db.createCollection("collated", insensitive),
  "a capped collection": () => running.db.createCollection("capped", { capped: true, size: 1000 }),
  $expr: () =>
    things()
      .find({ $expr: { $gt: ["$a", "$b"] } })
      .toArray(),
  $where: () => things().find({ $where: "true" }).toArray(),
  "a tailable cursor": () => things().find({}, { tailable: true }).toArray(),
  "bounds of an index": () => things().find().min({ n: 1 }).hint({ n: 1 }).toArray(),
  "record ids": () => things().find({}, { showRecordId: true }).toArray(),
  "an index of all fields": () => things().createIndex({ "$**": 1 }),
};
for (const kind of ["text", "2dsphere", "hashed"])
  REFUSED[`an index of type ${kind}`] = () => things().createIndex({ a: kind });
for (const operator of ["$bitsAllSet", "$bitsAllClear", "$bitsAnySet", "$bitsAnyClear", "$geoWithin"])
  REFUSED[operator] = () =>
    things()
      .find({ a: { [operator]: [0, 2] } })
      .toArray();
const STAGES =
  "bucket changeStream facet graphLookup group lookup merge out redact replaceRoot replaceWith sortByCount unset unwind";
for (const stage of STAGES.split(" ")) REFUSED[`$${stage}`] = () => piped({ [`$${stage}`]: {} });

describe("operations that need a MongoDB server", () => {
  const refusal = { code: 238, message: expect.stringContaining("MONGODB_URI") as unknown };

  it.each(Object.entries(REFUSED))("rejects %s", async (_, operation) => {
    await things().replaceOne({ _id: 1 as never }, { a: "a" }, { upsert: true });
    await expect(operation()).rejects.toMatchObject(refusal);
    expect(
      await things()
        .find({}, { collation: { locale: "simple" } })
        .toArray(),
    ).toEqual([{ _id: 1, a: "a" }]);
  });

  it("rejects transactions", async () => {
    const session = running.client.startSession();
    const transaction = session.withTransaction(() => things().insertOne({ a: 1 }, { session }));
    await expect(transaction).rejects.toMatchObject({ ...refusal, codeName: "NotImplemented" });
    await session.endSession();
    expect(await things().countDocuments({ a: 1 })).toBe(0);
    expect(await codeOf(running.db.admin().command({ commitTransaction: 1 }))).toBe(59);
  });

  it("rejects snapshot reads, and a write concern of more than one server", async () => {
    const session = running.client.startSession({ snapshot: true });
    await expect(things().findOne({}, { session })).rejects.toMatchObject(refusal);
    await session.endSession();
    const two = running.db.collection("two", { writeConcern: { w: 2 } });
    expect(await codeOf(two.insertOne({ a: 1 }))).toBe(100);
    expect(await two.countDocuments()).toBe(0);
  });

  it("rejects unknown command fields, and `sort` in an update or a deletion", async () => {
    for (const command of [
      { find: "things", filer: { a: 1 } },
      { count: "things", qery: {} },
      { update: "things", updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] },
      { delete: "things", deletes: [{ q: {}, limit: 1, sort: { a: 1 } }] },
    ])
      expect([command, await codeOf(running.db.command(command))]).toEqual([command, 40415]);
  });
});
