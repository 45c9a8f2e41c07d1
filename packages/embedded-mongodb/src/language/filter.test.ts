import { Int32 } from "bson";
import { describe, expect, it } from "vitest";
import { decode, encode, type Doc } from "./bson.js";
import { matchedArrayIndex, matches, parseFilter } from "./filter.js";
import { compileUpdate } from "./update.js";

const now = new Date("2026-01-02T03:04:05Z");
/** Documents as they arrive: numbers wrapped. */
const doc = (value: Doc): Doc => decode(encode(value));
const filter = (value: Doc) => parseFilter(doc(value));
const does = (query: Doc, value: Doc): boolean => matches(filter(query), doc(value));
const code = (number: number) => expect.objectContaining({ code: number });

describe("filters", () => {
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

  it("match NaN only when compared with NaN", () => {
    expect(does({ a: { $gte: NaN } }, { a: NaN })).toBe(true);
    expect(does({ a: { $lt: 5 } }, { a: NaN })).toBe(false);
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

  it("return the index of the array element that matched", () => {
    const index = (query: Doc, value: Doc, path: string) =>
      matchedArrayIndex(filter(query), doc(value), path);
    expect(index({ a: 2 }, { a: [1, 2] }, "a")).toBe(1);
    expect(index({ "a.x": 2, "a.y": 1 }, { a: [{ x: 2 }, { x: 2, y: 1 }] }, "a")).toBe(1);
    expect(index({ a: { $elemMatch: { x: 1 } } }, { a: [{}, { x: 1 }] }, "a")).toBe(1);
    expect(index({ b: 1 }, { a: [1], b: 1 }, "a")).toBeUndefined();
  });
});

describe("updates", () => {
  const update = (change: Doc, from: Doc) =>
    compileUpdate(doc(change), { now }).apply(doc(from), { filter: filter({}), isInsert: false }).doc;

  it("set bits, and the current date", () => {
    const result = update({ $bit: { a: { or: new Int32(6) } }, $currentDate: { d: true } }, { a: 1 });
    expect(result).toEqual({ a: new Int32(7), d: now });
  });

  it("write the name __proto__ as a field", () => {
    const result = update(JSON.parse('{"$set": {"__proto__.x": 1}}') as Doc, {});
    expect(Object.keys(result)).toEqual(["__proto__"]);
    expect(({} as Doc).x).toBeUndefined();
  });
});
