import { Double, Int32, Long, ObjectId } from "bson";
import { errors, MongoError } from "../errors.js";
import { field, isDoc, setField, typeName, type Doc } from "./bson.js";
import { compareValues, equalValues } from "./compare.js";
import { CONVERSIONS } from "./conversions.js";
import { DATES } from "./dates.js";
import type { ExpressionOptions } from "./expression.js";
import { arithmetic, integer, isNumeric, toBigInt, toNumber } from "./number.js";
import { compileSort } from "./sort.js";
import { STRINGS } from "./strings.js";

/** An operator whose arguments are all evaluated before it runs. */
export interface Operator {
  /** Least and greatest number of arguments; with `named`, how many of those are required. */
  arity: [least: number, most?: number];
  /** The arguments' names when they are given as a document, required ones first. */
  named?: string[];
  /** Whether the first named argument may stand alone. */
  short?: boolean;
  /** The code of errors about the arguments. */
  code?: number;
  run(args: unknown[], options: ExpressionOptions, name: string): unknown;
}

/** Whether a value is null or missing. */
export function nil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

type Run = Operator["run"];
const of = (least: number, most: number | undefined, run: Run): Operator => ({ arity: [least, most], run });
const MANY = Infinity;

/** A function of one number; null for null. */
function real(run: (value: number) => number, keepsIntegers = false): Operator {
  return of(1, 1, ([value], _, name) => {
    if (nil(value)) return null;
    if (!isNumeric(value))
      throw new MongoError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (typeName(value) === "decimal") throw errors.notImplemented(`${name} of a decimal`);
    if (keepsIntegers && typeName(value) !== "double") {
      return value instanceof Long && !Number.isSafeInteger(toNumber(value))
        ? value
        : integerOr(run(toNumber(value)), value);
    }
    return new Double(run(toNumber(value)));
  });
}

/** A whole result in the type of the operand that it came from, or as a double when it is not whole. */
function integerOr(value: number, ...like: unknown[]): unknown {
  if (!Number.isSafeInteger(value) || like.some((each) => typeName(each) === "double"))
    return new Double(value);
  return integer(
    BigInt(value),
    like.some((each) => each instanceof Long),
  );
}

function numbers(args: unknown[], name: string, code: number): boolean {
  if (args.some(nil)) return false;
  const bad = args.find((value) => !isNumeric(value));
  if (bad !== undefined)
    throw new MongoError(
      code,
      `${name} only supports numeric types, not ${args.map(typeName).join(" and ")}`,
    );
  return true;
}

function add(args: unknown[]): unknown {
  if (args.some(nil)) return null;
  let date = false;
  let total: unknown = new Int32(0);
  for (const value of args) {
    if (value instanceof Date) {
      if (date) throw new MongoError(16612, "only one date allowed in an $add expression");
      date = true;
    } else if (!isNumeric(value)) {
      throw errors.typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
    }
    const term = value instanceof Date ? Long.fromNumber(value.getTime()) : value;
    total = arithmetic("+", total, term) ?? new Double(toNumber(total) + toNumber(term));
  }
  return date ? new Date(Math.round(toNumber(total))) : total;
}

function subtract([a, b]: unknown[]): unknown {
  if (nil(a) || nil(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date && isNumeric(b)) return new Date(a.getTime() - Math.round(toNumber(b)));
  if (!isNumeric(a) || !isNumeric(b))
    throw errors.typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return arithmetic("-", a, b) ?? new Double(toNumber(a) - toNumber(b));
}

/** Rounds half to even (or cuts) at a decimal place, on the number's decimal digits. */
function atPlace(value: number, place: number, cut: boolean): number {
  if (!Number.isFinite(value)) return value;
  const [mantissa, exponent = "0"] = String(Math.abs(value)).split("e");
  const shifted = Number(`${mantissa}e${Number(exponent) + place}`);
  const whole = Math.floor(shifted);
  const up = !cut && (shifted - whole > 0.5 || (shifted - whole === 0.5 && whole % 2 === 1));
  const [digits, power = "0"] = String(up ? whole + 1 : whole).split("e");
  return Math.sign(value) * Number(`${digits}e${Number(power) - place}`);
}

function round([value, place = new Int32(0)]: unknown[], _: ExpressionOptions, name: string): unknown {
  if (nil(value) || nil(place)) return null;
  numbers([value, place], name, 51081);
  if (typeName(value) === "decimal") throw errors.notImplemented(`${name} of a decimal`);
  const at = toNumber(place);
  if (!Number.isInteger(at) || at < -20 || at > 100)
    throw new MongoError(
      51083,
      `cannot apply ${name} with precision value ${at} value must be in [-20, 100]`,
    );
  if (typeName(value) !== "double" && at >= 0) return value;
  return integerOr(atPlace(toNumber(value), at, name === "$trunc"), value);
}

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

function mergeObjects(args: unknown[]): unknown {
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
  nulls: boolean,
  run: (lists: unknown[][], options: ExpressionOptions) => unknown,
): Operator {
  return of(least, most, (args, options, name) => {
    if (nulls && args.some(nil)) return null;
    return run(
      args.map((each) => array(each, name, 17048)),
      options,
    );
  });
}

const comparison = (accept: (order: number) => unknown): Operator =>
  of(2, 2, ([a, b], { collation }) => accept(compareValues(a, b, collation)));

/** What an accumulator's name means as an expression: over its arguments, or over the elements of its only one. */
function overList(run: (values: unknown[], options: ExpressionOptions) => unknown): Operator {
  return of(0, MANY, (args, options) =>
    run(args.length === 1 && Array.isArray(args[0]) ? args[0] : args, options),
  );
}

/** The sum of the numbers among the values. */
export function sum(values: unknown[]): unknown {
  let total: unknown = new Int32(0);
  for (const value of values) {
    if (isNumeric(value))
      total = arithmetic("+", total, value) ?? new Double(toNumber(total) + toNumber(value));
  }
  return total;
}

/** The mean of the numbers among the values, or null. */
export function average(values: unknown[]): unknown {
  const present = values.filter(isNumeric);
  if (present.length === 0) return null;
  const total = sum(present);
  if (typeName(total) === "decimal") throw errors.notImplemented("$avg of decimals");
  return new Double(toNumber(total) / present.length);
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
export function extreme(values: unknown[], sign: 1 | -1, { collation }: ExpressionOptions): unknown {
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

const BITS: Record<string, (a: bigint, b: bigint) => bigint> = {
  $bitAnd: (a, b) => a & b,
  $bitOr: (a, b) => a | b,
  $bitXor: (a, b) => a ^ b,
};

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

const RADIANS = Math.PI / 180;

/** All expression operators that take evaluated arguments. */
export const OPERATORS: Record<string, Operator> = {
  $add: of(0, MANY, add),
  $subtract: of(2, 2, subtract),
  $multiply: of(0, MANY, (args, _, name) => {
    if (!numbers(args, name, 14)) return null;
    const times = (a: unknown, b: unknown): unknown => arithmetic("*", a, b) ?? new Double(toNumber(a) * toNumber(b));
    return args.reduce(times, new Int32(1));
  }),
  $divide: of(2, 2, (args, _, name) => {
    if (!numbers(args, name, 14)) return null;
    if (args.some((value) => typeName(value) === "decimal"))
      throw errors.notImplemented("$divide of decimals");
    if (toNumber(args[1]) === 0) throw errors.badValue("can't $divide by zero");
    return new Double(toNumber(args[0]) / toNumber(args[1]));
  }),
  $mod: of(2, 2, (args, _, name) => {
    if (!numbers(args, name, 16611)) return null;
    if (args.some((value) => typeName(value) === "decimal")) throw errors.notImplemented("$mod of decimals");
    if (toNumber(args[1]) === 0) throw new MongoError(16610, "can't $mod by zero");
    if (args.some((value) => typeName(value) === "double"))
      return new Double(toNumber(args[0]) % toNumber(args[1]));
    return integer(
      toBigInt(args[0]) % toBigInt(args[1]),
      args.some((value) => value instanceof Long),
    );
  }),
  $pow: of(2, 2, (args, _, name) => {
    if (!numbers(args, name, 28762)) return null;
    if (toNumber(args[0]) === 0 && toNumber(args[1]) < 0)
      throw new MongoError(28764, "$pow cannot take a base of 0 and a negative exponent");
    return integerOr(toNumber(args[0]) ** toNumber(args[1]), ...args);
  }),
  $log: of(2, 2, (args, _, name) =>
    numbers(args, name, 28756) ? new Double(Math.log(toNumber(args[0])) / Math.log(toNumber(args[1]))) : null,
  ),
  $round: of(1, 2, round),
  $trunc: of(1, 2, round),
  $abs: real(Math.abs, true),
  $ceil: real(Math.ceil, true),
  $floor: real(Math.floor, true),
  $exp: real(Math.exp),
  $ln: real(Math.log),
  $log10: real(Math.log10),
  $sqrt: real((value) => {
    if (value < 0) throw new MongoError(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(value);
  }),
  $degreesToRadians: real((value) => value * RADIANS),
  $radiansToDegrees: real((value) => value / RADIANS),
  $atan2: of(2, 2, (args, _, name) =>
    numbers(args, name, 51044) ? new Double(Math.atan2(toNumber(args[0]), toNumber(args[1]))) : null,
  ),
  ...Object.fromEntries(
    (
      [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
      ] as const
    ).map((name) => [`$${name}`, real(Math[name])]),
  ),
  ...Object.fromEntries(
    Object.entries(BITS).map(([name, run]) => [
      name,
      of(0, MANY, (args) => {
        if (args.some(nil)) return null;
        const wide = args.some((value) => value instanceof Long);
        return integer(args.map(toBigInt).reduce(run, name === "$bitAnd" ? -1n : 0n), wide);
      }),
    ]),
  ),
  $cmp: comparison((order) => new Int32(Math.sign(order))),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $not: of(1, 1, ([value]) => nil(value) || value === false || (isNumeric(value) && toNumber(value) === 0)),
  $rand: of(0, 1, (_, { random }) => {
    if (!random) throw errors.notImplemented("$rand here");
    return new Double(random());
  }),
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
    args.some(nil) ? null : args.flatMap((each) => array(each, name, 28664)),
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
  $setUnion: sets(0, MANY, true, (lists, options) => distinct(lists.flat(1), options)),
  $setIntersection: sets(0, MANY, true, ([first = [], ...rest], options) =>
    distinct(
      first.filter((value) => rest.every((list) => has(list, value, options))),
      options,
    ),
  ),
  $setDifference: sets(2, 2, true, ([a, b], options) => {
    const kept: unknown[] = [];
    for (const value of a!) if (!has(b!, value, options) && !has(kept, value, options)) kept.push(value);
    return kept;
  }),
  $setEquals: sets(2, MANY, false, (lists, options) => {
    const [first, ...rest] = lists.map((list) => distinct(list, options));
    return rest.every((list) => equalValues(first, list, options.collation));
  }),
  $setIsSubset: sets(2, 2, false, ([a, b], options) => a!.every((value) => has(b!, value, options))),
  $anyElementTrue: sets(1, 1, false, ([list]) =>
    list!.some((value) => !OPERATORS.$not!.run([value], { now: new Date(0) }, "")),
  ),
  $allElementsTrue: sets(
    1,
    1,
    false,
    ([list]) => !list!.some((value) => OPERATORS.$not!.run([value], { now: new Date(0) }, "")),
  ),
  $mergeObjects: of(0, MANY, mergeObjects),
  $setField: { arity: [3], named: ["field", "input", "value"], run: withField },
  $unsetField: { arity: [2], named: ["field", "input"], run: withField },
  $sum: overList(sum),
  $avg: overList(average),
  $min: overList((values, options) => extreme(values, -1, options)),
  $max: overList((values, options) => extreme(values, 1, options)),
  $stdDevPop: overList((values) => deviation(values, false)),
  $stdDevSamp: overList((values) => deviation(values, true)),
  ...STRINGS,
  ...DATES,
  ...CONVERSIONS,
};
