import { Double, Int32, Long } from "bson";
import { errors, MongoError } from "../errors.js";
import { typeName } from "./bson.js";
import { arithmetic, atPlace, divideDecimals, integer, isNumeric, toBigInt, toNumber } from "./number.js";
import { MANY, nil, of, type ExpressionOptions, type Operator } from "./operator.js";

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
  return integerOr(atPlace(value, at, name === "$trunc"), value);
}

const BITS: Record<string, (a: bigint, b: bigint) => bigint> = {
  $bitAnd: (a, b) => a & b,
  $bitOr: (a, b) => a | b,
  $bitXor: (a, b) => a ^ b,
};

const RADIANS = Math.PI / 180;

/** The operators that calculate. */
export const ARITHMETIC: Record<string, Operator> = {
  $add: of(0, MANY, add),
  $subtract: of(2, 2, subtract),
  $multiply: of(0, MANY, (args, _, name) => {
    if (!numbers(args, name, 14)) return null;
    const times = (a: unknown, b: unknown): unknown =>
      arithmetic("*", a, b) ?? new Double(toNumber(a) * toNumber(b));
    return args.reduce(times, new Int32(1));
  }),
  $divide: of(2, 2, (args, _, name) => {
    if (!numbers(args, name, 14)) return null;
    if (toNumber(args[1]) === 0) throw errors.badValue("can't $divide by zero");
    if (args.some((value) => typeName(value) === "decimal")) return divideDecimals(args[0], args[1]);
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
};
