import { Decimal128, Double, Int32, Long } from "bson";
import { describe, expect, it } from "vitest";
import { decode, encode, type Doc } from "./bson.js";
import { matchedArrayIndex, matches, parseFilter } from "./filter.js";
import { compileProjection } from "./projection.js";
import { compileSort } from "./sort.js";
import { compileUpdate, type UpdateOptions } from "./update.js";

const now = new Date("2026-01-02T03:04:05Z");
/** Documents as they arrive: numbers wrapped. */
const doc = (value: Doc): Doc => decode(encode(value));
const filter = (value: Doc) => parseFilter(doc(value));
const does = (query: Doc, value: Doc): boolean => matches(filter(query), doc(value));
const code = (number: number) => expect.objectContaining({ code: number });

function update(change: Doc | Doc[], from: Doc, query: Doc = {}, options: Partial<UpdateOptions> = {}): Doc {
  const arrayFilters = options.arrayFilters?.map(doc);
  const spec = Array.isArray(change) ? change.map(doc) : doc(change);
  const compiled = compileUpdate(spec, { now, ...options, arrayFilters });
  const result = compiled.apply(doc(from), { filter: filter(query), isInsert: false });
  return JSON.parse(JSON.stringify(plain(result.doc))) as Doc;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Long) return value.toNumber();
  if (value && typeof value === "object" && value.constructor === Object) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  }
  return value;
}

describe("filters", () => {
  it("match the elements of arrays", () => {
    expect(does({ a: 1 }, { a: [1, 2] })).toBe(true);
    expect(does({ a: [1, 2] }, { a: [1, 2] })).toBe(true);
    expect(does({ "a.b": 2 }, { a: [{ b: 1 }, { b: 2 }] })).toBe(true);
    expect(does({ "a.1.b": 2 }, { a: [{ b: 1 }, { b: 2 }] })).toBe(true);
    expect(does({ "a.0.b": 2 }, { a: [{ b: 1 }, { b: 2 }] })).toBe(false);
    expect(does({ a: { $gt: 1, $lt: 2 } }, { a: [0, 5] })).toBe(true);
    expect(does({ a: { $elemMatch: { $gt: 1, $lt: 2 } } }, { a: [0, 5] })).toBe(false);
    expect(does({ a: { $size: 2 } }, { a: [[1], 2] })).toBe(true);
    expect(does({ a: { $size: 1 } }, { a: [[1], 2] })).toBe(false);
  });

  it("match null with a missing field, but not with an array without documents", () => {
    expect(does({ a: null }, {})).toBe(true);
    expect(does({ a: null }, { a: null })).toBe(true);
    expect(does({ a: null }, { a: [1, null] })).toBe(true);
    expect(does({ a: null }, { a: 1 })).toBe(false);
    expect(does({ "a.b": null }, { a: [{ b: 1 }, {}] })).toBe(true);
    expect(does({ "a.b": null }, { a: [1, 2] })).toBe(false);
    expect(does({ "a.b": null }, { a: [] })).toBe(false);
    expect(does({ "a.b": null }, { a: 5 })).toBe(true);
    expect(does({ a: { $ne: null } }, { a: 1 })).toBe(true);
    expect(does({ a: { $exists: false } }, { a: null })).toBe(false);
    expect(does({ "a.b": { $exists: false } }, { a: [{ b: 1 }, {}] })).toBe(false);
    expect(does({ a: { $gte: null } }, {})).toBe(true);
  });

  it("compare within a type, and numbers of all types by value", () => {
    expect(does({ a: { $gt: 5 } }, { a: "9" })).toBe(false);
    expect(does({ a: { $lt: "z" } }, { a: 5 })).toBe(false);
    expect(does({ a: 1 }, { a: Long.fromNumber(1) })).toBe(true);
    expect(does({ a: Decimal128.fromString("1.50") }, { a: 1.5 })).toBe(true);
    expect(does({ a: { $gte: NaN } }, { a: NaN })).toBe(true);
    expect(does({ a: { $lt: 5 } }, { a: NaN })).toBe(false);
    expect(does({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } })).toBe(false);
  });

  it("support $type, $mod and regular expressions", () => {
    expect(does({ a: { $type: "number" } }, { a: 1.5 })).toBe(true);
    expect(does({ a: { $type: "array" } }, { a: [1] })).toBe(true);
    expect(does({ a: { $type: ["string", "null"] } }, { a: null })).toBe(true);
    expect(does({ a: { $mod: [4, 3] } }, { a: 7 })).toBe(true);
    expect(does({ a: /^b.d/i }, { a: "BAD" })).toBe(true);
    expect(does({ a: { $regex: "a b # c", $options: "x" } }, { a: "ab" })).toBe(true);
    expect(does({ a: { $regex: "^x$", $options: "m" } }, { a: "y\nx" })).toBe(true);
    expect(does({ a: { $in: [/^x/, 3] } }, { a: "xy" })).toBe(true);
    expect(does({ a: { $not: /x/ } }, { a: "y" })).toBe(true);
    expect(does({ a: { $all: [1, 2] } }, { a: [2, 1, 3] })).toBe(true);
  });

  it("name the rejected operator that needs a MongoDB server", () => {
    expect(() => filter({ $expr: { $gt: ["$a", "$b"] } })).toThrow(code(238));
    for (const op of ["$bitsAllSet", "$bitsAllClear", "$bitsAnySet", "$bitsAnyClear", "$geoWithin"])
      expect(() => filter({ a: { [op]: [0, 2] } })).toThrow(code(238));
  });

  it("reject only regular expressions with too many worst-case steps", () => {
    const runs = (pattern: string, text: string) => () => does({ a: { $regex: pattern } }, { a: text });
    const long = "a".repeat(100_000);
    for (const pattern of [
      "(a+)+$",
      "(a|a)*b",
      "(a*)*b",
      "(a?){40}b",
      "^(a|aa)+$",
      "(?=a)b",
      "a?".repeat(30),
    ])
      expect(runs(pattern, "a".repeat(40)), pattern).toThrow(code(238));
    for (const pattern of ["a*b", "a*$", "x.*a.*b", "^.*.*b"])
      expect(runs(pattern, long), pattern).toThrow(code(238));
    for (const pattern of ["^a+b", "aab", "ab+", "^[ab]*$", "(?i)^A{3,5}b", "\\*b", "[*+]b", "b(?:x|y)"])
      expect(runs(pattern, long), pattern).not.toThrow();
    for (const pattern of ["x.*a.*b", "(ab)*c", "a*b"]) expect(runs(pattern, "abcab"), pattern).not.toThrow();
  });

  it("do not match inherited property names", () => {
    expect(does({ constructor: { $exists: true } }, {})).toBe(false);
    expect(does({ "__proto__.x": { $exists: true } }, {})).toBe(false);
  });

  it("extract the literal prefix of an anchored regular expression", () => {
    const prefix = (pattern: string): unknown =>
      (filter({ a: { $regex: pattern } }) as { prefix?: string }).prefix;
    expect(prefix("^ab\\.c")).toBe("ab.c");
    expect(prefix("^ab?c")).toBe("a");
    expect(prefix("^ab|c")).toBeUndefined();
    expect(prefix("ab")).toBeUndefined();
    expect(prefix("^a?")).toBeUndefined();
    expect(prefix("^a+b")).toBe("a");
  });

  it("reject unknown operators", () => {
    expect(() => filter({ $foo: 1 })).toThrow(code(2));
    expect(() => filter({ a: { $foo: 1 } })).toThrow(code(2));
    expect(() => filter({ a: { $in: 1 } })).toThrow(code(2));
    expect(() => filter({ $where: "x" })).toThrow(code(238));
    expect(() => filter({ a: { $regex: "(" } })).toThrow(code(51091));
  });

  it("find the array element that matched", () => {
    const index = (query: Doc, value: Doc, path: string) =>
      matchedArrayIndex(filter(query), doc(value), path);
    expect(index({ a: 2 }, { a: [1, 2] }, "a")).toBe(1);
    expect(index({ "a.x": 2, "a.y": 1 }, { a: [{ x: 2 }, { x: 2, y: 1 }] }, "a")).toBe(1);
    expect(index({ a: { $elemMatch: { x: 1 } } }, { a: [{}, { x: 1 }] }, "a")).toBe(1);
    expect(index({ b: 1 }, { a: [1], b: 1 }, "a")).toBeUndefined();
  });
});

describe("updates", () => {
  it("set, increment, compare and remove fields", () => {
    expect(update({ $set: { "a.b": 1 }, $unset: { c: 1 }, $inc: { n: 2 } }, { c: 1, n: 1 })).toEqual({
      a: { b: 1 },
      n: 3,
    });
    expect(update({ $mul: { a: 2, z: 3 }, $min: { b: 1 }, $max: { c: 9 } }, { a: 4, b: 3, c: 3 })).toEqual({
      a: 8,
      b: 1,
      c: 9,
      z: 0,
    });
    expect(update({ $rename: { a: "x.y" } }, { a: 1 })).toEqual({ x: { y: 1 } });
    expect(update({ $set: { "a.5": 1 } }, { a: [0] })).toEqual({ a: [0, null, null, null, null, 1] });
    expect(update({ $bit: { a: { or: new Int32(6) } } }, { a: 1 })).toEqual({ a: 7 });
    expect(update({ $currentDate: { d: true } }, {})).toEqual({ d: now.toISOString() });
  });

  it("change arrays", () => {
    expect(update({ $push: { a: { $each: [5, 1], $sort: 1, $slice: 2 } } }, { a: [3] })).toEqual({
      a: [1, 3],
    });
    expect(update({ $push: { a: { $each: [5], $position: 0 } } }, { a: [3] })).toEqual({ a: [5, 3] });
    expect(update({ $addToSet: { a: { $each: [1, 2] } } }, { a: [1] })).toEqual({ a: [1, 2] });
    expect(update({ $pull: { a: { $gt: 1 } } }, { a: [1, 2, 3] })).toEqual({ a: [1] });
    expect(update({ $pull: { a: { x: 1 } } }, { a: [{ x: 1, y: 2 }, { x: 2 }] })).toEqual({ a: [{ x: 2 }] });
    expect(update({ $pullAll: { a: [1, 3] } }, { a: [1, 2, 3] })).toEqual({ a: [2] });
    expect(update({ $pop: { a: -1 } }, { a: [1, 2] })).toEqual({ a: [2] });
    expect(update({ $set: { "a.$.x": 9 } }, { a: [{ x: 1 }, { x: 2 }] }, { "a.x": 2 })).toEqual({
      a: [{ x: 1 }, { x: 9 }],
    });
    expect(update({ $inc: { "a.$[]": 1 } }, { a: [1, 2] })).toEqual({ a: [2, 3] });
    expect(
      update(
        { $set: { "a.$[e].x": 0 } },
        { a: [{ x: 5 }, { x: 1 }] },
        {},
        { arrayFilters: [{ "e.x": { $gt: 2 } }] },
      ),
    ).toEqual({ a: [{ x: 0 }, { x: 1 }] });
  });

  it("report values that an operator cannot change", () => {
    const fails = (change: Doc, from: Doc, number: number) =>
      expect(() => update(change, from)).toThrow(code(number));
    fails({ $inc: { a: 1 } }, { a: "x" }, 14);
    fails({ $inc: { a: "x" } }, {}, 14);
    fails({ $push: { a: 1 } }, { a: 1 }, 2);
    fails({ $set: { "a.b": 1 } }, { a: 1 }, 28);
    fails({ $set: { a: 1, "a.b": 1 } }, {}, 40);
    fails({ $set: { _id: 2 } }, { _id: 1 }, 66);
    fails({ $foo: { a: 1 } }, {}, 9);
    fails({ $set: { "a.$": 1 } }, { a: [1] }, 2);
    fails({ $set: { "a.$[x]": 1 } }, { a: [1] }, 2);
    fails({ $set: { "a..b": 1 } }, {}, 56);
    expect(() =>
      compileUpdate({ $inc: { a: Long.MAX_VALUE } }, { now }).apply(doc({ a: 1 }), {
        filter: filter({}),
        isInsert: false,
      }),
    ).toThrow(code(2));
  });

  it("report whether a document changed, and derive the initial document of an upsert", () => {
    const compiled = compileUpdate(doc({ $set: { a: 1 }, $setOnInsert: { b: 2 } }), { now });
    const apply = (from: Doc, isInsert = false) =>
      compiled.apply(doc(from), { filter: filter({}), isInsert });
    expect(apply({ a: 1 }).changed).toBe(false);
    expect(apply({ a: 2 }).changed).toBe(true);
    expect(plain(apply({}, true).doc)).toEqual({ a: 1, b: 2 });
    expect(
      plain(compiled.upsertSeed(filter({ "x.y": 1, z: { $gt: 1 }, $and: [{ q: "s" }], _id: 7 }))),
    ).toEqual({ _id: 7, x: { y: 1 }, q: "s" });
    expect(() => compiled.upsertSeed(filter({ a: 1, "a.b": 2 }))).toThrow(code(54));
  });

  it("replace documents, and reject pipelines", () => {
    expect(() => update([{ $set: { a: 1 } }], { _id: 1 })).toThrow(code(238));
    expect(update({ x: 1 }, { _id: 1, a: 1 })).toEqual({ _id: 1, x: 1 });
  });

  it("write the name __proto__ as a field", () => {
    const spec = JSON.parse('{"$set": {"__proto__.x": 1}}') as Doc;
    const result = compileUpdate(spec, { now }).apply({}, { filter: filter({}), isInsert: false });
    expect(Object.keys(result.doc)).toEqual(["__proto__"]);
    expect(({} as Doc).x).toBeUndefined();
  });
});

describe("sorting and projection", () => {
  it("sorts arrays by their least or greatest element, and values by type", () => {
    const sorted = (spec: Doc, docs: Doc[]) => {
      const { keyOf } = compileSort(doc(spec));
      return docs
        .map(doc)
        .sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
        .map((each) => plain(each._id));
    };
    const docs = [{ _id: 1, a: [5, 1] }, { _id: 2, a: 3 }, { _id: 3 }, { _id: 4, a: "x" }, { _id: 5, a: [] }];
    expect(sorted({ a: 1 }, docs)).toEqual([5, 3, 1, 2, 4]);
    expect(sorted({ a: -1 }, docs)).toEqual([4, 1, 2, 3, 5]);
    expect(() => compileSort({ a: 2 })).toThrow(code(15975));
  });

  it("includes, excludes and slices fields, and rejects computed ones", () => {
    const project = (spec: Doc, value: Doc, query: Doc = {}) =>
      plain(compileProjection(doc(spec), filter(query))(doc(value)));
    const value = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ x: 1, y: 2 }, { x: 3 }, 4] };
    expect(project({ a: 1 }, value)).toEqual({ _id: 1, a: 1 });
    expect(project({ a: 1, _id: 0 }, value)).toEqual({ a: 1 });
    expect(project({ "b.c": 0, e: 0 }, value)).toEqual({ _id: 1, a: 1, b: { d: 3 } });
    expect(project({ "e.x": 1, _id: 0 }, value)).toEqual({ e: [{ x: 1 }, { x: 3 }] });
    expect(project({ e: { $slice: -1 } }, value)).toEqual({ ...value, e: [4] });
    expect(project({ e: { $slice: [1, 1] }, a: 1 }, value)).toEqual({ _id: 1, a: 1, e: [{ x: 3 }] });
    expect(project({ e: { $elemMatch: { x: 3 } } }, value)).toEqual({ _id: 1, e: [{ x: 3 }] });
    expect(project({ "e.$": 1 }, value, { "e.x": 3 })).toEqual({ _id: 1, e: [{ x: 3 }] });
    for (const spec of [{ sum: { $add: ["$a", 1] } }, { "b.n": "$a" }, { a: { $meta: "textScore" } }])
      expect(() => project(spec, value)).toThrow(code(238));
    expect(project({ _id: 0 }, value)).toEqual({ a: 1, b: value.b, e: value.e });
    expect(project({ _id: 1 }, value)).toEqual({ _id: 1 });
    expect(() => project({ a: 1, b: 0 }, value)).toThrow(code(31254));
    expect(() => project({ a: 1, "a.b": 1 }, value)).toThrow(code(31250));
  });
});
