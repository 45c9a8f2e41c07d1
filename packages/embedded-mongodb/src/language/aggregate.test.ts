import { Decimal128, Double, Int32, Long } from "bson";
import { describe, expect, it } from "vitest";
import { runPipeline, type Source } from "./aggregate.js";
import { decode, encode, typeName, type Doc } from "./bson.js";
import { matches, parseFilter } from "./filter.js";
import { compileSort } from "./sort.js";

const now = new Date("2026-01-02T03:04:05Z");
const doc = (value: Doc): Doc => decode(encode(value));

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return value.toString();
  if (value && typeof value === "object" && value.constructor === Object) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  }
  return value;
}

/** A source in memory that remembers what it was asked for. */
function memory(collections: Record<string, Doc[]>): Source & { asked: unknown[] } {
  const asked: unknown[] = [];
  const find = (name: string, filter: Doc | undefined): Doc[] => {
    const parsed = parseFilter(filter ?? {}, { now });
    return (collections[name] ?? []).map(doc).filter((each) => matches(parsed, each));
  };
  return {
    asked,
    scan(name, filter, sort, limit) {
      asked.push([name, plain(filter), plain(sort), limit]);
      const found = find(name, filter);
      if (sort) found.sort(compileSort(sort).compare);
      return found.slice(0, limit);
    },
    count: (name, filter) => {
      asked.push(["count", name]);
      return find(name, filter).length;
    },
  };
}

function run(
  stages: Doc[],
  collections: Record<string, Doc[]> | Source = {},
  options: { let?: Doc } = {},
): unknown {
  const source =
    "scan" in collections ? (collections as Source) : memory(collections as Record<string, Doc[]>);
  const given = { collection: "c", now, random: () => 0.5, ...options };
  return plain([...runPipeline(stages.map(doc), source, given)]);
}

/** The value of an expression for a document. */
function value(expression: unknown, from: Doc = {}): unknown {
  const [result] = run([{ $project: { _id: 0, v: expression } }], { c: [from] }) as [Doc];
  return result.v;
}

describe("pipelines", () => {
  it("leave filter, order and limit at their beginning to the source", () => {
    const source = memory({
      c: [
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ],
    });
    run([{ $match: { a: { $gt: 0 } } }, { $sort: { a: -1 } }, { $limit: 1 }, { $project: { a: 1 } }], source);
    expect(run([{ $match: { a: 1 } }, { $group: { _id: 1, n: { $sum: 1 } } }], source)).toEqual([
      { _id: 1, n: 1 },
    ]);
    expect(source.asked).toEqual([
      ["c", { a: { $gt: 0 } }, { a: -1 }, 1],
      ["count", "c"],
    ]);
  });

  it("group, unwind, bucket, sort, sample and make facets", () => {
    const c = [
      { _id: 1, k: "a", v: [1, 2] },
      { _id: 2, k: "b", v: [] },
      { _id: 3, k: "a", v: [3] },
    ];
    expect(
      run([{ $unwind: "$v" }, { $group: { _id: "$k", s: { $sum: "$v" }, all: { $push: "$v" } } }], { c }),
    ).toEqual([{ _id: "a", s: 6, all: [1, 2, 3] }]);
    expect(
      run(
        [
          { $unwind: { path: "$v", includeArrayIndex: "i", preserveNullAndEmptyArrays: true } },
          { $match: { k: "b" } },
        ],
        { c },
      ),
    ).toEqual([{ _id: 2, k: "b", i: null }]);
    expect(run([{ $bucket: { groupBy: "$_id", boundaries: [0, 2, 3], default: "more" } }], { c })).toEqual([
      { _id: 0, count: 1 },
      { _id: 2, count: 1 },
      { _id: "more", count: 1 },
    ]);
    expect(
      run([{ $facet: { n: [{ $count: "n" }], none: [{ $match: { _id: 9 } }, { $count: "n" }] } }], { c }),
    ).toEqual([{ n: [{ n: 3 }], none: [] }]);
    expect(run([{ $sortByCount: "$k" }], { c })).toEqual([
      { _id: "a", count: 2 },
      { _id: "b", count: 1 },
    ]);
    expect(run([{ $sample: { size: 2 } }], { c })).toHaveLength(2);
    expect(
      run([{ $group: { _id: null, s: { $sum: "$x" } } }], {
        c: Array.from({ length: 10 }, () => ({ x: 0.1 })),
      }),
    ).toEqual([{ _id: null, s: 1 }]);
  });

  it("join collections once for each distinct value", () => {
    const source = memory({
      c: [{ _id: 1, o: 7 }, { _id: 2, o: 7 }, { _id: 3 }],
      other: [{ _id: 7, n: "x" }],
    });
    const stages = [
      { $lookup: { from: "other", localField: "o", foreignField: "_id", as: "found" } },
      { $project: { n: { $size: "$found" } } },
    ];
    expect(run(stages, source)).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
      { _id: 3, n: 0 },
    ]);
    expect(source.asked).toHaveLength(3);
    const byPipeline = [
      {
        $lookup: {
          from: "other",
          let: { o: "$o" },
          pipeline: [{ $match: { $expr: { $eq: ["$_id", "$$o"] } } }],
          as: "f",
        },
      },
      { $project: { n: { $size: "$f" } } },
    ];
    expect(run(byPipeline, source)).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
      { _id: 3, n: 0 },
    ]);
    const tree = [
      { _id: 1, up: null },
      { _id: 2, up: 1 },
      { _id: 3, up: 2 },
    ];
    const [, , last] = run(
      [
        {
          $graphLookup: {
            from: "c",
            startWith: "$up",
            connectFromField: "up",
            connectToField: "_id",
            as: "all",
          },
        },
      ],
      { c: tree },
    ) as Doc[];
    expect((last!.all as Doc[]).map((each) => each._id).sort()).toEqual([1, 2]);
  });

  it("report what they cannot do", () => {
    const fails = (stages: Doc[], code: number) =>
      expect(() => run(stages, { c: [{ _id: 1, a: "x" }] })).toThrow(expect.objectContaining({ code }));
    fails([{ $foo: 1 }], 40324);
    fails([{ $out: "x" }], 238);
    fails([{ $match: {}, $limit: 1 }], 40323);
    fails([{ $project: { a: { $foo: 1 } } }], 168);
    fails([{ $project: { a: { $function: {} } } }], 238);
    fails([{ $project: { b: { $add: ["$a", 1] } } }], 14);
    fails([{ $project: { b: "$$x" } }], 17276);
    fails([{ $limit: 0 }], 15958);
    fails([{ $group: { a: 1 } }], 15955);
    fails([{ $facet: { a: [{ $out: "x" }] } }], 40600);
  });
});

describe("expressions", () => {
  it("calculate in MongoDB's types", () => {
    const type = (expression: unknown): string => {
      const [result] = [
        ...runPipeline([doc({ $project: { v: expression } })], memory({ c: [{}] }), {
          collection: "c",
          now,
          random: Math.random,
        }),
      ];
      return typeName(result!.v);
    };
    expect(type({ $add: [1, 2] })).toBe("int");
    expect(type({ $add: [2147483647, 1] })).toBe("long");
    expect(type({ $add: [1, 0.5] })).toBe("double");
    expect(type({ $multiply: [2, Decimal128.fromString("1.5")] })).toBe("decimal");
    expect(value({ $divide: [Decimal128.fromString("1"), Decimal128.fromString("8")] })).toBe("0.125");
    expect(value({ $round: [2.5, 0] })).toBe(2);
    expect(value({ $round: [-1.255, 2] })).toBe(-1.25);
    expect(value({ $round: [1234.5, -2] })).toBe(1200);
    expect(value({ $trunc: [7.89, 1] })).toBe(7.8);
    expect(value({ $mod: [-7, 3] })).toBe(-1);
    expect(value({ $add: ["$missing", 1] })).toBe(null);
  });

  it("follow paths, variables and arrays", () => {
    const from = { a: [{ b: 1 }, { b: 2 }, 3], s: ["x", "y"] };
    expect(value("$a.b", from)).toEqual([1, 2]);
    expect(value("$a.0.b", from)).toEqual([]);
    expect(value({ $map: { input: "$s", as: "e", in: { $concat: ["$$e", "!"] } } }, from)).toEqual([
      "x!",
      "y!",
    ]);
    expect(value({ $filter: { input: [1, 2, 3], cond: { $gt: ["$$this", 1] }, limit: 1 } })).toEqual([2]);
    expect(
      value({ $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ["$$value", "$$this"] } } }),
    ).toBe(6);
    expect(value({ $let: { vars: { x: 2 }, in: { $multiply: ["$$x", 3] } } })).toBe(6);
    expect(value({ $getField: { field: "a.b", input: { $literal: { "a.b": 1 } } } })).toBe(1);
    expect(
      value({
        $setUnion: [
          [3, 1],
          [2, 1],
        ],
      }),
    ).toEqual([1, 2, 3]);
    expect(value({ $arrayToObject: [[["k", 1]]] })).toEqual({ k: 1 });
    expect(value({ $slice: [[1, 2, 3, 4], 1, 2] })).toEqual([2, 3]);
    expect(value({ $indexOfArray: [[1, 2, 1], 1, 1] })).toBe(2);
  });

  it("work on strings by characters", () => {
    expect(value({ $substrCP: ["h😀llo", 1, 2] })).toBe("😀l");
    expect(value({ $strLenBytes: "é" })).toBe(2);
    expect(value({ $split: ["a-b-c", "-"] })).toEqual(["a", "b", "c"]);
    expect(value({ $trim: { input: "  a " } })).toBe("a");
    expect(value({ $regexFind: { input: "xaab", regex: "a(a)?" } })).toEqual({
      match: "aa",
      idx: 1,
      captures: ["a"],
    });
    expect(value({ $replaceAll: { input: "a.b.c", find: ".", replacement: { $literal: "$&" } } })).toBe(
      "a$&b$&c",
    );
  });

  it("know the calendar of every time zone", () => {
    const date = new Date("2024-03-31T00:30:00Z");
    expect(value({ $dateToString: { date, format: "%Y-%m-%d %H:%M %z", timezone: "Europe/Berlin" } })).toBe(
      "2024-03-31 01:30 +0100",
    );
    expect(
      value({
        $dateTrunc: { date: new Date("2024-03-31T10:00:00Z"), unit: "day", timezone: "Europe/Berlin" },
      }),
    ).toEqual(new Date("2024-03-30T23:00:00Z"));
    expect(value({ $dateTrunc: { date, unit: "week", startOfWeek: "monday" } })).toEqual(
      new Date("2024-03-25T00:00:00Z"),
    );
    expect(
      value({ $dateAdd: { startDate: new Date("2024-01-31T12:00:00Z"), unit: "month", amount: 1 } }),
    ).toEqual(new Date("2024-02-29T12:00:00Z"));
    expect(
      value({
        $dateAdd: {
          startDate: new Date("2024-03-30T12:00:00Z"),
          unit: "day",
          amount: 1,
          timezone: "Europe/Berlin",
        },
      }),
    ).toEqual(new Date("2024-03-31T11:00:00Z"));
    expect(
      value({
        $dateDiff: { startDate: new Date("2024-12-31"), endDate: new Date("2025-01-01"), unit: "year" },
      }),
    ).toBe(1);
    expect(value({ $isoWeek: new Date("2021-01-03") })).toBe(53);
    expect(value({ $isoWeekYear: new Date("2021-01-03") })).toBe(2020);
    expect(value({ $week: new Date("2021-01-03") })).toBe(1);
    expect(
      value({ $dateFromParts: { year: 2024, month: 14, day: 1, timezone: "America/New_York" } }),
    ).toEqual(new Date("2025-02-01T05:00:00Z"));
    expect(value({ $dateFromString: { dateString: "03/02/2024", format: "%d/%m/%Y" } })).toEqual(
      new Date("2024-02-03T00:00:00Z"),
    );
    expect(value({ $dateFromString: { dateString: "nonsense", onError: "bad" } })).toBe("bad");
    expect(value({ $hour: { date, timezone: "+05:30" } })).toBe(6);
  });

  it("convert, or say why not", () => {
    expect(value({ $toInt: "42" })).toBe(42);
    expect(value({ $convert: { input: "x", to: "int", onError: -1 } })).toBe(-1);
    expect(value({ $toString: true })).toBe("true");
    expect(() => value({ $toInt: "4.2" })).toThrow(expect.objectContaining({ code: 241 }));
  });
});
