import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, run, sharedServer } from "./fixture.js";

const running = sharedServer();

const items = (name: string) => running.db.collection<Document & { _id: number }>(name);

/** The name of the index that a filter uses, or the stage without one. */
async function planOf(name: string, filter: Document, sort: Document = {}): Promise<string> {
  const answer = await running.db.command({
    explain: { find: name, filter, sort },
    verbosity: "queryPlanner",
  });
  const describePlan = (plan: Document): string => {
    if (plan["stage"] === "SORT") return `SORT ${describePlan(plan["inputStage"] as Document)}`;
    if (plan["stage"] === "FETCH") return describePlan(plan["inputStage"] as Document);
    if (plan["stage"] === "OR")
      return `OR(${(plan["inputStages"] as Document[]).map(describePlan).join(", ")})`;
    return plan["stage"] === "COLLSCAN" ? "COLLSCAN" : `${plan["indexName"]}`;
  };
  return describePlan(answer["queryPlanner"].winningPlan as Document);
}

describe("unique indexes", () => {
  it("reject a duplicate with MongoDB's error", async () => {
    const unique = items("unique");
    await unique.createIndex({ email: 1 }, { unique: true });
    await unique.insertOne({ _id: 1, email: "a@b.c" });
    const error = await unique
      .insertOne({ _id: 2, email: "a@b.c" })
      .catch((thrown: unknown) => thrown as Document);
    expect(error).toMatchObject({
      code: 11000,
      message:
        'E11000 duplicate key error collection: test.unique index: email_1 dup key: { email: "a@b.c" }',
      keyPattern: { email: 1 },
      keyValue: { email: "a@b.c" },
    });
    await unique.insertOne({ _id: 3 });
    expect(await codeOf(unique.insertOne({ _id: 4 }))).toBe(11000);
    expect(await codeOf(unique.updateOne({ _id: 3 }, { $set: { email: "a@b.c" } }))).toBe(11000);
    expect(await unique.findOne({ _id: 3 })).toEqual({ _id: 3 });
    expect(await unique.updateOne({ _id: 1 }, { $set: { email: "a@b.c", n: 1 } })).toMatchObject({
      modifiedCount: 1,
    });
    expect(await codeOf(unique.insertOne({ _id: 1, email: "x" }))).toBe(11000);
  });

  it("apply to array elements across documents, but not within one", async () => {
    const unique = items("unique-arrays");
    await unique.createIndex({ tags: 1 }, { unique: true });
    await unique.insertOne({ _id: 1, tags: ["a", "a", "b"] });
    expect(await codeOf(unique.insertOne({ _id: 2, tags: ["c", "b"] }))).toBe(11000);
    await unique.insertOne({ _id: 2, tags: ["c", "d"] });
    await unique.updateOne({ _id: 1 }, { $pull: { tags: "b" } });
    await unique.updateOne({ _id: 2 }, { $push: { tags: "b" } as never });
    expect(await codeOf(unique.updateOne({ _id: 1 }, { $push: { tags: "b" } as never }))).toBe(11000);
  });

  it("may be partial, sparse or compound", async () => {
    const partial = items("partial");
    await partial.createIndex({ owner: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await partial.insertMany([
      { _id: 1, owner: 1, active: true },
      { _id: 2, owner: 1, active: false },
      { _id: 3, owner: 1 },
    ]);
    expect(await codeOf(partial.updateOne({ _id: 2 }, { $set: { active: true } }))).toBe(11000);
    await partial.updateOne({ _id: 1 }, { $set: { active: false } });
    await partial.updateOne({ _id: 2 }, { $set: { active: true } });
    const sparse = items("sparse");
    await sparse.createIndex({ key: 1 }, { unique: true, sparse: true });
    await sparse.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, key: null }]);
    expect(await codeOf(sparse.insertOne({ _id: 4, key: null }))).toBe(11000);
    const compound = items("compound");
    await compound.createIndex({ a: 1, b: -1 }, { unique: true });
    await compound.insertMany([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
    ]);
    expect(await codeOf(compound.insertOne({ _id: 3, a: 1, b: 2 }))).toBe(11000);
  });

  it("cannot be built over existing duplicates", async () => {
    const late = items("late");
    await late.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
    expect(await codeOf(late.createIndex({ n: 1 }, { unique: true }))).toBe(11000);
    expect(await late.indexes()).toHaveLength(1);
    await late.deleteOne({ _id: 2 });
    await late.createIndex({ n: 1 }, { unique: true });
    expect(await codeOf(late.insertOne({ _id: 3, n: 1 }))).toBe(11000);
  });
});

describe("index definitions", () => {
  it("are listed, idempotent, and rejected when they conflict", async () => {
    const defined = items("defined");
    expect(await defined.createIndex({ a: 1, b: -1 })).toBe("a_1_b_-1");
    expect(await defined.createIndex({ a: 1, b: -1 })).toBe("a_1_b_-1");
    expect(await codeOf(defined.createIndex({ a: 1, b: -1 }, { name: "other" }))).toBe(85);
    expect(await codeOf(defined.createIndex({ a: 1, b: -1 }, { unique: true }))).toBe(86);
    expect(await codeOf(defined.createIndex({ c: 1 }, { name: "a_1_b_-1" }))).toBe(86);
    await defined.createIndex({ at: 1 }, { expireAfterSeconds: 5 });
    expect(await codeOf(defined.createIndex({ at: 1, b: 1 }, { expireAfterSeconds: 5 }))).toBe(67);
    expect(
      await codeOf(
        running.db.command({ createIndexes: "defined", indexes: [{ key: { z: 1 }, name: "z", odd: 1 }] }),
      ),
    ).toBe(197);
    expect(await defined.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: "_id_" },
      { v: 2, key: { a: 1, b: -1 }, name: "a_1_b_-1" },
      { v: 2, key: { at: 1 }, name: "at_1", expireAfterSeconds: 5 },
    ]);
    await defined.dropIndex("at_1");
    expect(await codeOf(defined.dropIndex("at_1"))).toBe(27);
    expect(await codeOf(defined.dropIndex("_id_"))).toBe(72);
    await defined.dropIndexes();
    expect(await defined.indexes()).toHaveLength(1);
    expect(await codeOf(items("nowhere").indexes())).toBe(26);
  });

  it("are rejected for documents with two arrays", async () => {
    const parallel = items("parallel");
    await parallel.createIndex({ a: 1, b: 1 });
    expect(await codeOf(parallel.insertOne({ _id: 1, a: [1, 2], b: [3, 4] }))).toBe(171);
    expect(await parallel.countDocuments()).toBe(0);
  });
});

describe("plans", () => {
  beforeAll(async () => {
    const plans = items("plans");
    await plans.insertMany(
      Array.from({ length: 2000 }, (_, _id) => ({
        _id,
        user: _id % 20,
        kind: ["a", "b", "c"][_id % 3],
        date: new Date(_id * 1000),
        tags: [_id % 5, 10 + (_id % 7)],
        title: `title ${_id}`,
      })),
    );
    await plans.createIndexes([
      { key: { user: 1, date: -1, _id: -1 } },
      { key: { user: 1, kind: 1, date: -1 } },
      { key: { tags: 1 } },
      { key: { title: 1 } },
      { key: { kind: 1, date: 1 }, partialFilterExpression: { kind: { $in: ["a", "b"] } }, name: "partly" },
    ]);
  });

  it("use the index that fits", async () => {
    expect(await planOf("plans", { _id: 5 })).toBe("_id_");
    expect(await planOf("plans", { user: 1 }, { date: -1, _id: -1 })).toBe("user_1_date_-1__id_-1");
    expect(await planOf("plans", { user: 1 }, { date: 1, _id: 1 })).toBe("user_1_date_-1__id_-1");
    expect(await planOf("plans", { user: 1, kind: "b" }, { date: -1 })).toBe("user_1_kind_1_date_-1");
    expect(await planOf("plans", { user: 1, kind: { $in: ["a", "b"] } }, { date: -1 })).toMatch(/^user_1/);
    expect(await planOf("plans", { tags: { $all: [1, 12] } })).toBe("tags_1");
    expect(await planOf("plans", { title: /^title 19/ })).toBe("title_1");
    expect(await planOf("plans", { title: /19/ })).toBe("COLLSCAN");
    expect(await planOf("plans", { $or: [{ title: "title 3" }, { _id: 5 }] })).toBe("OR(title_1, _id_)");
    expect(await planOf("plans", { $or: [{ title: "title 3" }, { none: 5 }] })).toBe("COLLSCAN");
    expect(await planOf("plans", { kind: "a" }, { date: 1 })).toBe("partly");
    expect(await planOf("plans", { kind: "c" }, { date: 1 })).toBe("SORT COLLSCAN");
    expect(await planOf("plans", {}, { title: -1 })).toBe("title_1");
    expect(await planOf("plans", {}, { none: 1 })).toBe("SORT COLLSCAN");
    expect(await planOf("plans", { tags: [1, 11] })).toBe("COLLSCAN");
  });

  it("examine few documents for a page of a long list", async () => {
    const after = new Date(1_500_000);
    const answer = await running.db.command({
      explain: {
        find: "plans",
        filter: {
          user: 1,
          date: { $lte: after },
          $or: [{ date: { $lt: after } }, { date: after, _id: { $lt: 1501 } }],
        },
        sort: { date: -1, _id: -1 },
        limit: 20,
      },
      verbosity: "executionStats",
    });
    expect(answer["executionStats"].nReturned).toBe(20);
    expect(answer["executionStats"].totalDocsExamined).toBeLessThanOrEqual(22);
  });

  it("merge the ranges of $in when the sort field follows it in the index", async () => {
    const found = await items("plans")
      .find({ user: 3, kind: { $in: ["a", "c"] } })
      .sort({ date: -1 })
      .limit(10)
      .toArray();
    const expected = (await items("plans").find().toArray())
      .filter((item) => item["user"] === 3 && item["kind"] !== "b")
      .sort((a, b) => b._id - a._id)
      .slice(0, 10);
    expect(found).toEqual(expected);
  });

  it("read documents with a null field in index order, unless the field is an empty array somewhere", async () => {
    const entries = items("not-deleted");
    await entries.createIndex({ user: 1, deleted: 1, day: -1 }, { name: "byDay" });
    const places = [null, new Date(0), undefined, [null], "x"];
    await entries.insertMany(
      Array.from({ length: 60 }, (_, at) => {
        const deleted = places[at % places.length];
        return { _id: at, user: at % 2, day: at % 7, ...(deleted !== undefined && { deleted }) };
      }),
    );
    const asked = { user: 1, deleted: null, day: { $in: [1, 3, 5, 9] } };
    const expected = async () =>
      (await entries.find(asked, { hint: { $natural: 1 } }).toArray()).sort(
        (a, b) => b["day"] - a["day"] || a._id - b._id,
      );
    const found = () => entries.find(asked).sort({ day: -1 }).toArray();
    const count = () => entries.countDocuments(asked);
    const walk = async () => {
      const explained = { find: "not-deleted", filter: asked, sort: { day: -1 } };
      const { queryPlanner } = await running.db.command({ explain: explained, verbosity: "queryPlanner" });
      return queryPlanner.winningPlan.inputStage as Document;
    };
    expect(await walk()).toMatchObject({ indexName: "byDay", stage: "IXSCAN", ranges: 4 });
    const before = await expected();
    expect([before.length, await found(), await count()]).toEqual([9, before, 9]);
    // Equality with null never matches an empty array.
    await entries.insertMany([
      { _id: 100, user: 1, deleted: [], day: 3 },
      { _id: 101, user: 1, deleted: null, day: 9 },
    ]);
    const after = await expected();
    expect([after.length, after[0]?._id, await found(), await count()]).toEqual([10, 101, after, 10]);
    expect(await planOf("not-deleted", asked, { day: -1 })).toBe("SORT byDay");
  });

  it("do not combine bounds that different array elements may fulfil", async () => {
    const arrays = items("array-bounds");
    await arrays.createIndex({ n: 1 });
    await arrays.createIndex({ n: 1, _id: 1 });
    await arrays.createIndex({ "rows.x": 1, "rows.y": 1 });
    await arrays.insertMany([
      {
        _id: 1,
        n: [1, 9],
        rows: [
          { x: 1, y: 0 },
          { x: 0, y: 2 },
        ],
      },
      { _id: 2, n: [5], rows: [{ x: 1, y: 2 }] },
      { _id: 3, n: 9, rows: [] },
    ]);
    const ids = async (filter: Document) =>
      (await arrays.find(filter).toArray()).map((item) => item._id).sort();
    expect(await ids({ n: { $gt: 4, $lt: 6 } })).toEqual([1, 2]);
    expect(await ids({ "rows.x": 1, "rows.y": 2 })).toEqual([1, 2]);
    expect(await ids({ rows: { $elemMatch: { x: 1, y: 2 } } })).toEqual([2]);
    expect(await ids({ n: { $in: [1, 9] } })).toEqual([1, 3]);
    // Sorting uses the least or greatest element of an array, not the one that matched the filter.
    const nines = await arrays.find({ n: 9 }).sort({ n: -1, _id: -1 }).toArray();
    expect(nines.map((item) => item._id)).toEqual([3, 1]);
    const least = await arrays
      .aggregate([{ $match: { n: { $in: [9] } } }, { $sort: { n: 1, _id: -1 } }])
      .toArray();
    expect(least.map((item) => item["_id"])).toEqual([1, 3]);
    expect(await arrays.countDocuments({ n: { $gte: 1 } })).toBe(3);
    expect((await arrays.find().sort({ n: 1 }).toArray()).map((item) => item._id)).toEqual([1, 2, 3]);
    expect(
      (
        await arrays
          .find({ n: { $gt: 2 } })
          .sort({ n: 1 })
          .toArray()
      ).map((item) => item._id),
    ).toEqual([1, 2, 3]);
  });
});
