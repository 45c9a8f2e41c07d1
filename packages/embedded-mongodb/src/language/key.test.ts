import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "bson";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareValues } from "../../test/comparator.js";
import { decode, encode, type Doc } from "./bson.js";
import { encodeKey, indexKeys, keyRange, prefixUpperBound } from "./key.js";
import { identical, compareValues as quickOrder } from "./sort.js";

// The fixed seed generates the same values in every run. PROPERTY_SEED generates others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20261121) });

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("a", "b", "\0", "\uffff", "😀", "é", "\ue000"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
});
const name = text.map((each) => each.replaceAll("\0", "_"));
const decimal = fc.oneof(
  fc.constantFrom(
    "0",
    "-0",
    "NaN",
    "Infinity",
    "-Infinity",
    "0.1",
    "1.10",
    "1E-6176",
    "-1E-6176",
    "9.999E+6144",
    "9007199254740993",
    "1E+3",
  ),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -6100, max: 6100 }))
    .map(([c, e]) => `${c}E${e}`),
  fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -2, max: 1 })).map(([c, e]) => `${c}E${e}`),
);
const number = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map((n) => new Int32(n)),
  fc.integer({ min: -5, max: 5 }).map((n) => new Double(n)),
  fc.integer({ min: -5, max: 5 }).map((n) => Long.fromNumber(n)),
  fc.integer().map((n) => new Int32(n)),
  fc.double().map((n) => new Double(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((n) => Long.fromBigInt(n)),
  fc
    .constantFrom(2 ** 53, 2 ** 53 + 2, 0.1, -0, 5e-324, -5e-324, 1.7976931348623157e308)
    .map((n) => new Double(n)),
  decimal.map((n) => Decimal128.fromString(n)),
);
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  number,
  text,
  fc.constantFrom(null, true, false, new MinKey(), new MaxKey()),
  fc.integer({ min: -8.64e15, max: 8.64e15 }).map((n) => new Date(n)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.constantFrom(0, 4, 5, 128))
    .map(([bytes, type]) => new Binary(bytes, type)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new Timestamp({ t, i })),
  fc.tuple(name, fc.constantFrom("", "i", "im")).map(([pattern, flags]) => new BSONRegExp(pattern, flags)),
  text.map((code) => new Code(code)),
  text.map((code) => new Code(code, { x: new Int32(1) })),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        name.map((each) => `k${each}`),
        tie("value"),
        { maxKeys: 3 },
      ),
    },
  ),
}));
const direction = fc.constantFrom<1 | -1>(1, -1);
const runs = { numRuns: 5000 };
const compareKeys = (a: unknown[], b: unknown[], directions: readonly (1 | -1)[]) =>
  Math.sign(Buffer.compare(encodeKey(a, directions), encodeKey(b, directions)));
/** Whether a key is in a range. */
const isInside = (key: Buffer, { low, high }: ReturnType<typeof keyRange>) =>
  Buffer.compare(key, low) >= 0 && (high === undefined || Buffer.compare(key, high) < 0);

describe("index keys", () => {
  it.each([
    ["values", value],
    ["numbers", number],
  ])("sort %s like the comparator in both directions", (_kind, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        const order = Math.sign(compareValues(a, b));
        expect(Math.sign(quickOrder(a, b))).toBe(order);
        expect(compareKeys([a], [b], [1])).toBe(order);
        expect(compareKeys([a], [b], [-1])).toBe(order === 0 ? 0 : -order);
      }),
      runs,
    );
  });

  it("order compound values component by component", () => {
    const pair = fc.tuple(scalar, scalar);
    fc.assert(
      fc.property(pair, pair, fc.tuple(direction, direction), (a, b, directions) => {
        const wanted = compareValues(a[0], b[0]) * directions[0] || compareValues(a[1], b[1]) * directions[1];
        expect(compareKeys(a, b, directions)).toBe(Math.sign(wanted) || 0);
      }),
      runs,
    );
  });

  it("form ranges that contain exactly the values of one type that fulfil a comparison", () => {
    const operator = fc.constantFrom<"$eq" | "$gt" | "$gte" | "$lt" | "$lte">(
      "$eq",
      "$gt",
      "$gte",
      "$lt",
      "$lte",
    );
    fc.assert(
      fc.property(scalar, scalar, operator, direction, fc.boolean(), (a, b, op, way, prefixed) => {
        const prefix = prefixed ? ["p"] : [];
        const directions = prefixed ? ([1, way] as const) : ([way] as const);
        const inside = isInside(encodeKey([...prefix, a], directions), keyRange(prefix, directions, op, b));
        const order = compareValues(a, b);
        const whole = b instanceof MinKey || b instanceof MaxKey;
        const sameType = whole || encodeKey([a], [1])[0] === encodeKey([b], [1])[0];
        const admits = {
          $eq: order === 0,
          $gt: order > 0,
          $gte: order >= 0,
          $lt: order < 0,
          $lte: order <= 0,
        }[op];
        expect(inside).toBe(admits && sameType);
      }),
      runs,
    );
  });

  it("form ranges of the strings with a prefix", () => {
    fc.assert(
      fc.property(text, text, direction, (a, b, way) => {
        expect(isInside(encodeKey([a], [way]), keyRange([], [way], "$prefix", b))).toBe(a.startsWith(b));
      }),
      runs,
    );
  });

  it("have a prefix upper bound unless they consist of FF bytes only", () => {
    expect(prefixUpperBound(Buffer.from([1, 255, 255]))).toEqual(Buffer.from([2]));
    expect(prefixUpperBound(Buffer.from([255]))).toBeUndefined();
  });
});

describe("index entries of a document", () => {
  const keysOf = (doc: Doc, ...paths: string[]): unknown[][] =>
    indexKeys(
      doc,
      paths.map((path) => [path, 1]),
    );

  it("contain one key per array element, undefined for an empty array, and null for a missing field", () => {
    expect(keysOf({ a: 1 }, "a")).toEqual([[1]]);
    expect(keysOf({ a: [1, [2]] }, "a")).toEqual([[1], [[2]]]);
    expect(keysOf({ a: [] }, "a")).toEqual([[undefined]]);
    expect(keysOf({}, "a")).toEqual([[null]]);
    expect(keysOf({ a: [{ b: 1 }, { c: 2 }, 3] }, "a.b")).toEqual([[1], [null], [null]]);
    expect(keysOf({ a: [{ b: [1, 2] }, { b: 3 }] }, "a.b")).toEqual([[1], [2], [3]]);
    expect(keysOf({ a: [{ b: 1 }, { b: 2 }] }, "a.0.b")).toEqual([[1]]);
    expect(keysOf({ constructor: 1 }, "toString", "constructor")).toEqual([[null, 1]]);
  });

  it("expand an array that two fields share once, and reject two arrays", () => {
    expect(keysOf({ a: [{ x: 1, y: 2 }, { x: 3 }], z: 0 }, "a.x", "z", "a.y")).toEqual([
      [1, 0, 2],
      [3, 0, null],
    ]);
    expect(() => keysOf({ a: [1], b: [2] }, "a", "b")).toThrow(expect.objectContaining({ code: 171 }));
  });

  it("are missing in a sparse index for a document without its fields", () => {
    const fields: [string, 1][] = [
      ["a", 1],
      ["b", 1],
    ];
    const sparse = (doc: Doc): number => indexKeys(doc, fields, { sparse: true }).length;
    expect(sparse({ c: 1 })).toBe(0);
    expect(sparse({ a: null })).toBe(1);
    expect(sparse({ b: [1, 2] })).toBe(2);
  });
});

describe("BSON documents", () => {
  it("survive BSON encoding with every type", { tags: ["release"] }, () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          name.map((each) => `k${each}`),
          value,
        ),
        (doc) => {
          const again = decode(encode(doc));
          expect(identical(again, doc)).toBe(true);
          expect(Buffer.from(encode(again))).toEqual(Buffer.from(encode(doc)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("keep fields named like inherited properties, and DBRefs, unchanged", () => {
    const doc = decode(encode(JSON.parse('{"__proto__": {"x": "y"}, "constructor": "c"}') as Doc));
    expect(Object.keys(doc)).toEqual(["__proto__", "constructor"]);
    const reference = decode(encode({ r: { $ref: "c", $id: "1", more: "m" } }));
    expect(reference.r).toEqual({ $ref: "c", $id: "1", more: "m" });
  });

  it("are rejected if their text is invalid UTF-8", () => {
    const bytes = Buffer.from(encode({ a: "xyz" }));
    bytes[bytes.indexOf("xyz")] = 0xff;
    expect(() => decode(bytes)).toThrow(expect.objectContaining({ code: 22 }));
  });
});
