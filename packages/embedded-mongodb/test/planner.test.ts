/** @module-tag release */
import fc from "fast-check";
import { BSON, Long, type Document, type IndexSpecification } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, sharedServer } from "./fixture.js";

// Every run uses the same values unless PROPERTY_SEED is set.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261121) });

const running = sharedServer();

const scalar = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 3, arbitrary: fc.constantFrom("a", "ab", "abc", "b", "B", "") },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0.5,
      -0.5,
      NaN,
      new Date(0),
      new Date(5),
      Long.fromNumber(2),
    ),
  },
);
const inner = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] });
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: inner },
  { weight: 2, arbitrary: fc.array(fc.oneof(inner, inner, scalar), { maxLength: 3 }) },
);
const small = fc.integer({ min: -1, max: 2 });
const rows = fc.array(fc.record({ x: small, y: small }, { requiredKeys: [] }), { maxLength: 3 });
const someDocument = fc.record({ a: value, b: value, o: fc.oneof(value, rows) }, { requiredKeys: [] });
const path = fc.constantFrom("a", "b", "o", "o.x", "o.y", "_id");
const direction = fc.constantFrom<1 | -1>(1, -1);

const comparison = fc.oneof(
  scalar,
  scalar.map((operand) => ({ $eq: operand })),
  fc
    .tuple(fc.constantFrom("$gt", "$gte", "$lt", "$lte"), scalar)
    .map(([operator, operand]) => ({ [operator]: operand })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.array(scalar, { minLength: 1, maxLength: 4 }).map((list) => ({ $in: list })),
  fc.array(scalar, { minLength: 1, maxLength: 2 }).map((list) => ({ $all: list })),
  fc.constantFrom<Document>(
    { $exists: true },
    { $exists: false },
    { $ne: null },
    { $regex: "^a" },
    { $type: "number" },
  ),
  scalar.map((operand) => ({ $ne: operand })),
  fc.array(scalar, { maxLength: 2 }).map((list) => ({ $eq: list })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $elemMatch: { $gte: low, $lte: high } })),
  inner.map((operand) => ({ $elemMatch: operand })),
  inner,
);
const simple: fc.Arbitrary<Document> = fc
  .array(fc.tuple(path, comparison), { maxLength: 3 })
  .map((parts) => Object.fromEntries(parts));
const filters: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: fc.array(simple, { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(simple, fc.array(simple, { minLength: 1, maxLength: 3 }))
      .map(([rest, $or]) => ({ ...rest, $or })),
  },
  { weight: 1, arbitrary: fc.tuple(simple, simple).map((both) => ({ $and: both })) },
);
const sorts = fc.array(fc.tuple(fc.constantFrom("a", "b", "o.x", "o"), direction), { maxLength: 2 });
const indexes = fc.record({
  fields: fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "o", "o.x", "o.y"), direction), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  }),
  // An index that ends with `_id` yields a total order.
  end: fc.constantFrom<1 | -1 | undefined>(1, -1, undefined),
  kind: fc.constantFrom("plain", "plain", "plain", "sparse", "partial", "partial-range"),
});
/** A query that suits one of the indexes: conditions on its first fields, sorted in its order or the opposite. */
const fitting = fc.record({
  index: fc.nat(4),
  operands: fc.array(
    fc.oneof(
      fc.integer({ min: -1, max: 2 }),
      fc.constantFrom<unknown>(
        null,
        "a",
        { $gte: 0 },
        { $gt: -2, $lt: 2 },
        { $in: [0, 1, "a"] },
        { $in: [null, 1] },
      ),
      comparison,
    ),
    { maxLength: 2 },
  ),
  reversed: fc.boolean(),
  from: fc.nat(2),
});
type Fitting = typeof fitting extends fc.Arbitrary<infer T> ? T : never;
type Definition = typeof indexes extends fc.Arbitrary<infer T> ? T : never;

function keyOf({ fields, end }: Definition): Document {
  return { ...Object.fromEntries(fields), ...(end ? { _id: end } : {}) };
}

function fit(
  { index, operands, reversed, from }: Fitting,
  definitions: Definition[],
): { filter: Document; sort: Document; behind: string | undefined } {
  const key = Object.entries(keyOf(definitions[index % definitions.length] as Definition));
  return {
    filter: Object.fromEntries(operands.flatMap((operand, at) => (key[at] ? [[key[at][0], operand]] : []))),
    sort: Object.fromEntries(
      key.slice(from).map(([name, sign]) => [name, reversed ? -Number(sign) : Number(sign)]),
    ),
    behind: key[operands.length]?.[0],
  };
}

function optionsOf(kind: string): Document {
  if (kind === "sparse") return { sparse: true };
  if (kind === "partial") return { partialFilterExpression: { a: { $exists: true } } };
  if (kind === "partial-range") return { partialFilterExpression: { b: { $gte: 0 } } };
  return {};
}

describe("the planner", () => {
  it("finds through indexes what a full scan finds, in the same order", async () => {
    const stages: Record<string, number> = {};
    let leapt = 0;
    const property = fc.asyncProperty(
      fc.array(someDocument, { minLength: 5, maxLength: 40 }),
      fc.array(indexes, { minLength: 2, maxLength: 5 }),
      fc.array(
        fc.record({
          filter: filters,
          sort: sorts,
          fitting: fc.option(fitting),
          valuesOf: path,
          last: direction,
          skip: fc.nat(3),
          limit: fc.nat(8),
        }),
        { minLength: 12, maxLength: 12 },
      ),
      async (documents, definitions, queries) => {
        const collection = running.db.collection<Document>("random");
        await collection.drop();
        await collection.insertMany(documents.map((document, _id) => ({ _id: _id as never, ...document })));
        for (const [at, definition] of definitions.entries()) {
          // 171: a document has arrays in two of the fields. 85 and 86: the index conflicts with an earlier one.
          const options = { ...optionsOf(definition.kind), name: `index${at}` };
          const code = await codeOf(collection.createIndex(keyOf(definition) as IndexSpecification, options));
          expect([undefined, 171, 85, 86]).toContain(code);
        }
        for (const query of queries) {
          const made = query.fitting
            ? fit(query.fitting, definitions)
            : { filter: query.filter, sort: Object.fromEntries(query.sort), behind: undefined };
          const { filter } = made;
          const sort: Document = "_id" in made.sort ? made.sort : { ...made.sort, _id: query.last };
          const window = { skip: query.skip, limit: query.limit, projection: { _id: 1 } };
          const ask = (hint?: Document) =>
            collection.find(filter, { sort, ...window, ...(hint ? { hint } : {}) }).toArray();
          const unsorted = (hint?: Document) =>
            collection.find(filter, { projection: { _id: 1 }, ...(hint ? { hint } : {}) }).toArray();
          // Documents with arrays in two sort fields cannot be sorted either.
          const refused = await codeOf(ask({ $natural: 1 }));
          if (refused === undefined) expect(await ask()).toEqual(await ask({ $natural: 1 }));
          else expect([2, 171]).toContain(refused);
          const full = await unsorted({ $natural: 1 });
          const ids = (list: Document[]) => list.map((item) => Number(item["_id"])).sort((a, b) => a - b);
          expect(ids(await unsorted())).toEqual(ids(full));
          const counted = await running.db.command({ count: "random", query: filter });
          expect(counted["n"]).toBe(full.length);
          const values = { distinct: "random", key: made.behind ?? query.valuesOf, query: filter };
          const known = (list: unknown[]) => list.map((item) => BSON.EJSON.stringify(item)).sort();
          const all = await running.db.command({ ...values, hint: { $natural: 1 } });
          expect(known((await running.db.command(values))["values"])).toEqual(known(all["values"]));
          const leaps = await running.db.command({ explain: values, verbosity: "queryPlanner" });
          if (leaps["queryPlanner"].winningPlan.stage === "DISTINCT_SCAN") leapt++;
          const plan = await running.db.command({
            explain: { find: "random", filter, sort },
            verbosity: "queryPlanner",
          });
          const stage = String(plan["queryPlanner"].winningPlan.stage);
          stages[stage] = (stages[stage] ?? 0) + 1;
        }
      },
    );
    await fc.assert(property, { numRuns: 100, interruptAfterTimeLimit: 25_000 });
    // The comparison is meaningful only if indexes were used.
    const asked = Object.values(stages).reduce((sum, times) => sum + times, 0);
    expect((stages["FETCH"] ?? 0) / asked).toBeGreaterThan(0.2);
    expect(leapt).toBeGreaterThan(50);
    expect(await running.server.integrityCheck()).toEqual([]);
  });

  it("plans a skip scan for distinct values of a field after the equality prefix", async () => {
    const collection = running.db.collection<Document>("leaps");
    await collection.createIndex({ owner: 1, gone: 1, tags: 1, day: -1 });
    await collection.insertMany(
      Array.from({ length: 3_000 }, (_, at) => ({
        owner: at % 2,
        gone: at % 3 === 0 ? new Date(at) : null,
        tags: at % 50 === 0 ? [] : [`tag ${at % 7}`, `tag ${at % 11}`],
        day: at,
      })),
    );
    const distinct = { distinct: "leaps", key: "tags", query: { owner: 1, gone: null } };
    const { values } = await running.db.command(distinct);
    expect(values.sort()).toEqual(Array.from({ length: 11 }, (_, at) => `tag ${at}`).sort());
    const { queryPlanner, executionStats } = await running.db.command({ explain: distinct });
    expect(queryPlanner.winningPlan).toMatchObject({
      stage: "DISTINCT_SCAN",
      inputStage: { boundedFields: 2 },
    });
    // The scan examines one key for each value, and the few entries without a value.
    expect(executionStats.totalKeysExamined).toBeLessThan(80);
  });

  it("returns distinct values from array elements that do not match the filter", async () => {
    const collection = running.db.collection<Document>("elements");
    await collection.createIndexes([
      { key: { n: 1 } },
      { key: { "of.x": 1, "of.y": 1 } },
      { key: { day: -1 } },
    ]);
    await collection.insertMany([
      {
        n: [5, 1],
        of: [
          { x: 1, y: 5 },
          { x: 2, y: 6 },
        ],
        day: 1,
      },
      {
        n: [5, 2],
        of: [
          { x: 1, y: 5 },
          { x: 2, y: 7 },
        ],
        day: 1,
      },
      { n: [5, 3], of: [{ x: 1, y: 5 }], day: null },
      { n: [], of: [] },
    ]);
    const valuesOf = (key: string, query: Document) => collection.distinct(key, query);
    expect((await valuesOf("n", { n: { $gte: 4 } })).sort()).toEqual([1, 2, 3, 5]);
    expect((await valuesOf("of.y", { "of.x": 1 })).sort()).toEqual([5, 6, 7]);
    expect((await valuesOf("n", { of: { $elemMatch: { x: 2 } } })).sort()).toEqual([1, 2, 5]);
    // A missing field has no distinct value, but null is a distinct value.
    expect(await valuesOf("day", {})).toEqual(expect.arrayContaining([1, null]));
    const hinted = await running.db.command({ distinct: "elements", key: "n", hint: { day: -1 } });
    expect(hinted["values"].sort()).toEqual([1, 2, 3, 5]);
    await collection.createIndex({ day: 1, n: 1 }, { partialFilterExpression: { day: { $gt: 0 } } });
    expect((await valuesOf("n", { day: null })).sort()).toEqual([3, 5]);
    expect((await valuesOf("n", { day: 1 })).sort()).toEqual([1, 2, 5]);
  });

  it("keeps every index consistent under random updates", async () => {
    const change = fc.oneof(
      fc
        .tuple(
          path.filter((name) => !name.startsWith("_")),
          value,
        )
        .map(([name, operand]) => ({ $set: { [name]: operand } })),
      fc.constantFrom("a", "b", "o").map((name) => ({ $unset: { [name]: 1 } })),
      scalar.map((operand) => ({ $pull: { a: operand } })),
    );
    const property = fc.asyncProperty(
      fc.array(someDocument, { minLength: 5, maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(19), change), { minLength: 10, maxLength: 25 }),
      async (documents, changes) => {
        const collection = running.db.collection<Document>("changing");
        await collection.drop();
        await collection.createIndexes([
          { key: { a: 1 } },
          { key: { b: -1 }, sparse: true },
          { key: { "o.x": 1, _id: 1 } },
        ]);
        await collection.insertMany(documents.map((document, _id) => ({ _id: _id as never, ...document })));
        for (const [_id, update] of changes) {
          await codeOf(
            _id % 5 === 4
              ? collection.deleteOne({ _id: _id as never })
              : collection.updateOne({ _id: _id as never }, update),
          );
        }
        expect(await running.server.integrityCheck()).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 30, interruptAfterTimeLimit: 15_000 });
  });
});
