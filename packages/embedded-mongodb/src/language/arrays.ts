import { Double, Int32 } from "bson";
import { MongoError } from "../errors.js";
import { field, isDoc, setField, typeName, type Doc } from "./bson.js";
import { compareValues, equalValues } from "./compare.js";
import { isNumeric, toNumber } from "./number.js";
import { MANY, nil, nilAmong, of, truthy, type ExpressionOptions, type Operator } from "./operator.js";
import { compileSort } from "./sort.js";
import { totalOf } from "./total.js";

function array(value: unknown, name: string, code: number, what = "argument"): unknown[] {
  if (!Array.isArray(value))
    throw new MongoError(code, `${name}'s ${what} must be an array, but is ${typeName(value)}`);
  return value;
}

function whole(value: unknown, name: string, code: number): number {
  const number = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(number))
    throw new MongoError(code, `${name} requires an integral argument, found ${typeName(value)}`);
  return number;
}

function elementAt([value, position]: unknown[], name: string): unknown {
  if (nil(value) || nil(position)) return null;
  return array(value, name, 28689, "first argument").at(whole(position, name, 28691));
}

function slice([value, first, second]: unknown[], _: ExpressionOptions, name: string): unknown {
  if (nil(value) || nil(first) || second === null) return null;
  const all = array(value, name, 28724, "first argument");
  const from = whole(first, name, 28725);
  if (second === undefined) return from < 0 ? all.slice(from) : all.slice(0, from);
  const count = whole(second, name, 28727);
  if (count <= 0) throw new MongoError(28729, "Third argument to $slice must be positive: " + count);
  const start = from < 0 ? Math.max(0, all.length + from) : from;
  return all.slice(start, start + count);
}

function range([start, end, step = new Int32(1)]: unknown[], _: ExpressionOptions, name: string): unknown {
  const [from, to, by] = [whole(start, name, 34443), whole(end, name, 34445), whole(step, name, 34447)];
  if (by === 0) throw new MongoError(34449, "$range requires a non-zero step value");
  const length = Math.max(0, Math.ceil((to - from) / by));
  if (length > 10_000_000) throw new MongoError(146, "$range would use too much memory");
  return Array.from({ length }, (_each, i) => new Int32(from + i * by));
}

function zip([given]: unknown[]): unknown {
  const { inputs, useLongestLength, defaults } = given as Doc;
  const all = array(inputs, "$zip", 34461, "inputs");
  if (all.some(nil)) return null;
  const lists = all.map((each) => array(each, "$zip", 34468, "inputs"));
  const lengths = lists.map((each) => each.length);
  const length = useLongestLength === true ? Math.max(...lengths) : Math.min(...lengths);
  const fill = Array.isArray(defaults) ? defaults : [];
  return Array.from({ length }, (_, i) =>
    lists.map((each, n) => (i < each.length ? each[i] : (fill[n] ?? null))),
  );
}

function toObject([value]: unknown[]): unknown {
  if (nil(value)) return null;
  const doc: Doc = {};
  for (const entry of array(value, "$arrayToObject", 40386)) {
    const pair = Array.isArray(entry)
      ? entry
      : isDoc(entry) && "k" in entry && "v" in entry
        ? [entry.k, entry.v]
        : [];
    if (pair.length !== 2 || typeof pair[0] !== "string")
      throw new MongoError(40392, "$arrayToObject requires pairs of a string key and a value");
    setField(doc, pair[0], pair[1]);
  }
  return doc;
}

function toEntries([value]: unknown[]): unknown {
  if (nil(value)) return null;
  if (!isDoc(value))
    throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return Object.keys(value).map((k) => ({ k, v: field(value, k) }));
}

/** One document of several, later ones first. */
export function mergeObjects(args: unknown[]): unknown {
  const list = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
  const merged: Doc = {};
  for (const value of list) {
    if (nil(value)) continue;
    if (!isDoc(value))
      throw new MongoError(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
      );
    for (const name of Object.keys(value)) setField(merged, name, field(value, name));
  }
  return merged;
}

function sortArray([given]: unknown[], { collation }: ExpressionOptions): unknown {
  const { input, sortBy } = given as Doc;
  if (nil(input)) return null;
  const copy = [...array(input, "$sortArray", 2942504, "input")];
  if (!isDoc(sortBy)) return copy.sort((a, b) => compareValues(a, b, collation) * toNumber(sortBy));
  const { compare } = compileSort(sortBy, collation);
  const docs = new Map(copy.map((each) => [each, isDoc(each) ? each : {}]));
  return copy.sort((a, b) => compare(docs.get(a)!, docs.get(b)!));
}

/** The distinct values of an array, in MongoDB's order of values. */
function distinct(values: unknown[], { collation }: ExpressionOptions): unknown[] {
  const sorted = [...values].sort((a, b) => compareValues(a, b, collation));
  return sorted.filter((value, i) => i === 0 || !equalValues(value, sorted[i - 1], collation));
}

const has = (list: unknown[], value: unknown, { collation }: ExpressionOptions): boolean =>
  list.some((each) => equalValues(each, value, collation));

function sets(
  least: number,
  most: number,
  nulls: "any" | "first" | "none",
  run: (lists: unknown[][], options: ExpressionOptions) => unknown,
): Operator {
  return of(least, most, (args, options, name) => {
    // A null among the lists gives null; some operators refuse what is no array before it, some do not.
    if (nulls === "any" && args.some(nil)) return null;
    if (nulls === "first" && nilAmong(args, (each) => array(each, name, 17048))) return null;
    return run(
      args.map((each) => array(each, name, 17048)),
      options,
    );
  });
}

/** What an accumulator's name means as an expression: over its arguments, or over the elements of its only one. */
function overList(run: (values: unknown[], options: ExpressionOptions) => unknown): Operator {
  return of(0, MANY, (args, options) =>
    run(args.length === 1 && Array.isArray(args[0]) ? args[0] : args, options),
  );
}

/** Standard deviation of the numbers among the values: of the population, or of a sample of it. */
export function deviation(values: unknown[], sample: boolean): unknown {
  const present = values.filter(isNumeric).map(toNumber);
  const divisor = present.length - (sample ? 1 : 0);
  if (divisor <= 0) return null;
  const mean = present.reduce((a, b) => a + b, 0) / present.length;
  return new Double(Math.sqrt(present.reduce((total, value) => total + (value - mean) ** 2, 0) / divisor));
}

/** The greatest (sign 1) or least (sign -1) value that is not null, or null. */
function extreme(values: unknown[], sign: 1 | -1, { collation }: ExpressionOptions): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (nil(value)) continue;
    if (nil(best) || compareValues(value, best, collation) * sign > 0) best = value;
  }
  return best;
}

/** $firstN, $lastN, $minN and $maxN of an array. */
export function pick(
  name: string,
  values: unknown[],
  count: unknown,
  { collation }: ExpressionOptions,
): unknown[] {
  const n = whole(count, name, 5787902);
  if (n <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${n}`);
  if (name === "$firstN") return values.slice(0, n);
  if (name === "$lastN") return values.slice(-n);
  const sign = name === "$minN" ? 1 : -1;
  return values
    .filter((value) => !nil(value))
    .sort((a, b) => compareValues(a, b, collation) * sign)
    .slice(0, n);
}

function pickN(name: string): Operator {
  return {
    arity: [2],
    named: ["input", "n"],
    run: ([given], options) =>
      pick(name, array((given as Doc).input, name, 5788200), (given as Doc).n, options),
  };
}

function withField([given]: unknown[]): unknown {
  const { field: name, input, value } = given as Doc;
  if (nil(input)) return null;
  if (typeof name !== "string" || !isDoc(input))
    throw new MongoError(4161105, "$setField needs a field name and a document");
  const doc: Doc = {};
  for (const each of Object.keys(input))
    if (each !== name || value !== undefined) setField(doc, each, input[each]);
  if (value !== undefined) setField(doc, name, value);
  return doc;
}

/** The operators on arrays, sets and documents. */
export const ARRAYS: Record<string, Operator> = {
  $arrayElemAt: of(2, 2, (args, _, name) => elementAt(args, name)),
  $first: of(1, 1, ([value], _, name) => elementAt([value, new Int32(0)], name)),
  $last: of(1, 1, ([value], _, name) => elementAt([value, new Int32(-1)], name)),
  $firstN: pickN("$firstN"),
  $lastN: pickN("$lastN"),
  $minN: pickN("$minN"),
  $maxN: pickN("$maxN"),
  $size: of(1, 1, ([value]) => {
    if (!Array.isArray(value))
      throw new MongoError(
        17124,
        `The argument to $size must be an array, but was of type: ${typeName(value)}`,
      );
    return new Int32(value.length);
  }),
  $slice: of(2, 3, slice),
  $concatArrays: of(0, MANY, (args, _, name) =>
    nilAmong(args, (each) => array(each, name, 28664)) ? null : args.flat(1),
  ),
  $in: of(2, 2, ([value, list], options) => {
    if (!Array.isArray(list))
      throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
    return has(list, value, options);
  }),
  $indexOfArray: of(2, 4, ([value, wanted, start, end], { collation }, name) => {
    if (nil(value)) return null;
    const all = array(value, name, 40090, "first argument").slice(0, nil(end) ? undefined : toNumber(end));
    const from = nil(start) ? 0 : toNumber(start);
    return new Int32(all.findIndex((each, i) => i >= from && equalValues(each, wanted, collation)));
  }),
  $isArray: of(1, 1, ([value]) => Array.isArray(value)),
  $range: of(2, 3, range),
  $reverseArray: of(1, 1, ([value], _, name) =>
    nil(value) ? null : [...array(value, name, 34435)].reverse(),
  ),
  $zip: { arity: [1], named: ["inputs", "useLongestLength", "defaults"], run: zip },
  $arrayToObject: of(1, 1, toObject),
  $objectToArray: of(1, 1, toEntries),
  $sortArray: { arity: [2], named: ["input", "sortBy"], run: sortArray },
  $setUnion: sets(0, MANY, "first", (lists, options) => distinct(lists.flat(1), options)),
  $setIntersection: sets(0, MANY, "first", ([first = [], ...rest], options) =>
    distinct(
      first.filter((value) => rest.every((list) => has(list, value, options))),
      options,
    ),
  ),
  $setDifference: sets(2, 2, "any", ([a, b], options) => {
    const kept: unknown[] = [];
    for (const value of a!) if (!has(b!, value, options) && !has(kept, value, options)) kept.push(value);
    return kept;
  }),
  $setEquals: sets(2, MANY, "none", (lists, options) => {
    const [first, ...rest] = lists.map((list) => distinct(list, options));
    return rest.every((list) => equalValues(first, list, options.collation));
  }),
  $setIsSubset: sets(2, 2, "none", ([a, b], options) => a!.every((value) => has(b!, value, options))),
  $anyElementTrue: sets(1, 1, "none", ([list]) => list!.some(truthy)),
  $allElementsTrue: sets(1, 1, "none", ([list]) => list!.every(truthy)),
  $mergeObjects: of(0, MANY, mergeObjects),
  $setField: { arity: [3], named: ["field", "input", "value"], run: withField },
  $unsetField: { arity: [2], named: ["field", "input"], run: withField },
  $sum: overList((values) => totalOf(values).sum()),
  $avg: overList((values) => totalOf(values).average()),
  $min: overList((values, options) => extreme(values, -1, options)),
  $max: overList((values, options) => extreme(values, 1, options)),
  $stdDevPop: overList((values) => deviation(values, false)),
  $stdDevSamp: overList((values) => deviation(values, true)),
};
