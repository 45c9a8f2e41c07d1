import type { Document } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";
import { codeOf, sharedServer } from "./fixture.js";

const running = sharedServer();

const items = (name: string) => running.db.collection<Document & { _id: number }>(name);

async function explain(find: string, filter: Document, sort: Document): Promise<Document> {
  const command = { explain: { find, filter, sort }, verbosity: "queryPlanner" };
  return (await running.db.command(command))["queryPlanner"].winningPlan as Document;
}

/** The name of the index that a filter uses, or the stage without one. */
async function planOf(name: string, filter: Document, sort: Document = {}): Promise<string> {
  const describePlan = (plan: Document): string => {
    if (plan["stage"] === "SORT") return `SORT ${describePlan(plan["inputStage"] as Document)}`;
    if (plan["stage"] === "FETCH") return describePlan(plan["inputStage"] as Document);
    if (plan["stage"] === "OR")
      return `OR(${(plan["inputStages"] as Document[]).map(describePlan).join(", ")})`;
    return plan["stage"] === "COLLSCAN" ? "COLLSCAN" : `${plan["indexName"]}`;
  };
  return describePlan(await explain(name, filter, sort));
}

describe("unique indexes", () => {
  it("reject an update to a value of another document, and leave the updated one unchanged", async () => {
    const unique = items("unique");
    await unique.createIndex({ email: 1 }, { unique: true });
    await unique.insertMany([{ _id: 1, email: "a@b.c" }, { _id: 3 }]);
    expect(await codeOf(unique.updateOne({ _id: 3 }, { $set: { email: "a@b.c" } }))).toBe(11000);
    expect(await unique.findOne({ _id: 3 })).toEqual({ _id: 3 });
    const same = await unique.updateOne({ _id: 1 }, { $set: { email: "a@b.c", n: 1 } });
    expect(same.modifiedCount).toBe(1);
  });

  it("reject an array element that has moved to another document", async () => {
    const unique = items("unique-arrays");
    await unique.createIndex({ tags: 1 }, { unique: true });
    await unique.insertMany([
      { _id: 1, tags: ["a", "a", "b"] },
      { _id: 2, tags: ["c", "d"] },
    ]);
    await unique.updateOne({ _id: 1 }, { $pull: { tags: "b" } });
    await unique.updateOne({ _id: 2 }, { $push: { tags: "b" } as never });
    expect(await codeOf(unique.updateOne({ _id: 1 }, { $push: { tags: "b" } as never }))).toBe(11000);
  });

  it("reject a duplicate when a document enters a partial index, and a second null in a sparse one", async () => {
    const partial = items("partial");
    await partial.createIndex({ owner: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await partial.insertMany([
      { _id: 1, owner: 1, active: true },
      { _id: 2, owner: 1, active: false },
    ]);
    expect(await codeOf(partial.updateOne({ _id: 2 }, { $set: { active: true } }))).toBe(11000);
    await partial.updateOne({ _id: 1 }, { $set: { active: false } });
    await partial.updateOne({ _id: 2 }, { $set: { active: true } });
    const sparse = items("sparse");
    await sparse.createIndex({ key: 1 }, { unique: true, sparse: true });
    await sparse.insertMany([{ _id: 1 }, { _id: 3, key: null }]);
    expect(await codeOf(sparse.insertOne({ _id: 4, key: null }))).toBe(11000);
  });

  it("are not created when the collection contains duplicates", async () => {
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
  it("are rejected when they conflict or are invalid, and can all be dropped", async () => {
    const defined = items("defined");
    await defined.createIndex({ a: 1, b: -1 });
    expect(await codeOf(defined.createIndex({ a: 1, b: -1 }, { name: "other" }))).toBe(85);
    expect(await codeOf(defined.createIndex({ a: 1, b: -1 }, { unique: true }))).toBe(86);
    expect(await codeOf(defined.createIndex({ at: 1, b: 1 }, { expireAfterSeconds: 5 }))).toBe(67);
    const odd = { createIndexes: "defined", indexes: [{ key: { z: 1 }, name: "z", odd: 1 }] };
    expect(await codeOf(running.db.command(odd))).toBe(197);
    expect(await defined.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: "_id_" },
      { v: 2, key: { a: 1, b: -1 }, name: "a_1_b_-1" },
    ]);
    await defined.dropIndexes();
    expect(await defined.indexes()).toHaveLength(1);
    expect(await codeOf(items("nowhere").indexes())).toBe(26);
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

  it.each<[index: string, filter: Document, sort?: Document]>([
    ["_id_", { _id: 5 }],
    ["user_1_date_-1__id_-1", { user: 1 }, { date: -1, _id: -1 }],
    ["user_1_date_-1__id_-1", { user: 1 }, { date: 1, _id: 1 }],
    ["user_1_kind_1_date_-1", { user: 1, kind: "b" }, { date: -1 }],
    ["user_1_kind_1_date_-1", { user: 1, kind: { $in: ["a", "b"] } }, { date: -1 }],
    ["tags_1", { tags: { $all: [1, 12] } }],
    ["title_1", { title: /^title 19/ }],
    ["COLLSCAN", { title: /19/ }],
    ["OR(title_1, _id_)", { $or: [{ title: "title 3" }, { _id: 5 }] }],
    ["COLLSCAN", { $or: [{ title: "title 3" }, { none: 5 }] }],
    ["partly", { kind: "a" }, { date: 1 }],
    ["SORT COLLSCAN", { kind: "c" }, { date: 1 }],
    ["title_1", {}, { title: -1 }],
    ["SORT COLLSCAN", {}, { none: 1 }],
    ["COLLSCAN", { tags: [1, 11] }],
  ])("use %s for %o sorted by %o", async (index, filter, sort) => {
    expect(await planOf("plans", filter, sort)).toBe(index);
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

  it("sort by the index after an equality with null, unless a document has an empty array there", async () => {
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
    const { inputStage } = await explain("not-deleted", asked, { day: -1 });
    expect(inputStage).toMatchObject({ indexName: "byDay", stage: "IXSCAN", ranges: 4 });
    const before = await expected();
    expect([before.length, await found(), await count()]).toEqual([9, before, 9]);
    // An empty array does not match null, but its key is in the scanned range, so the plan must sort.
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
      { _id: 1, n: [1, 9], rows: [1, 0].map((x) => ({ x, y: x ? 0 : 2 })) },
      { _id: 2, n: [5], rows: [{ x: 1, y: 2 }] },
      { _id: 3, n: 9, rows: [] },
    ]);
    const ids = async (filter: Document, sort?: Document) => {
      const found = (await arrays.find(filter, { sort }).toArray()).map((item) => item._id);
      return sort ? found : found.sort();
    };
    expect(await ids({ "rows.x": 1, "rows.y": 2 })).toEqual([1, 2]);
    expect(await ids({ rows: { $elemMatch: { x: 1, y: 2 } } })).toEqual([2]);
    expect(await ids({ n: { $in: [1, 9] } })).toEqual([1, 3]);
    // Sorting uses the least or greatest element of an array, not the one that matched the filter.
    expect(await ids({ n: 9 }, { n: -1, _id: -1 })).toEqual([3, 1]);
    const least = await arrays
      .aggregate([{ $match: { n: { $in: [9] } } }, { $sort: { n: 1, _id: -1 } }])
      .toArray();
    expect(least.map((item) => item["_id"])).toEqual([1, 3]);
    expect(await arrays.countDocuments({ n: { $gte: 1 } })).toBe(3);
    expect(await ids({}, { n: 1 })).toEqual([1, 2, 3]);
    expect(await ids({ n: { $gt: 2 } }, { n: 1 })).toEqual([1, 2, 3]);
  });
});
