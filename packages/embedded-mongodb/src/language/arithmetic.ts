import { Double, Int32, Long } from "bson";
import { errors, MongoError } from "../errors.js";
import { typeName } from "./bson.js";
import {
  arithmetic,
  atPlace,
  decimalAtPlace,
  divideDecimals,
  integer,
  isNumeric,
  toBigInt,
  toNumber,
} from "./number.js";
import { MANY, nil, nilAmong, of, type ExpressionOptions, type Operator } from "./operator.js";

/** A function of one number; null for null. Outside of the function's domain it is an error with the given code. */
function real(run: (value: number) => number, code = 50989, keepsIntegers = false): Operator {
  return of(1, 1, ([value], _, name) => {
    if (nil(value)) return null;
    if (!isNumeric(value))
      throw new MongoError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (typeName(value) === "decimal") throw errors.notImplemented(`${name} of a decimal`);
    const number = toNumber(value);
    const result = run(number);
    if (keepsIntegers && typeName(value) !== "double") {
      return value instanceof Long && !Number.isSafeInteger(number) ? value : integerOr(result, value);
    }
    if ((Number.isNaN(result) && !Number.isNaN(number)) || (number === 0 && !Number.isFinite(result))) {
      throw new MongoError(code, `cannot apply ${name} to ${number}: it is outside of the domain`);
    }
    return new Double(result);
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
  let dates = 0;
  const check = (value: unknown): void => {
    if (value instanceof Date && ++dates > 1)
      throw new MongoError(16612, "only one date allowed in an $add expression");
    if (value instanceof Date || isNumeric(value)) return;
    throw errors.typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
  };
  if (nilAmong(args, check)) return null;
  const terms = args.map((value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : value));
  const plus = (a: unknown, b: unknown): unknown =>
    arithmetic("+", a, b) ?? new Double(toNumber(a) + toNumber(b));
  const total = terms.reduce(plus, new Int32(0));
  return dates ? new Date(Math.round(toNumber(total))) : total;
}

function subtract([a, b]: unknown[]): unknown {
  if (nil(a) || nil(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date && isNumeric(b)) return new Date(a.getTime() - Math.round(toNumber(b)));
  if (!isNumeric(a) || !isNumeric(b))
    throw errors.typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return arithmetic("-", a, b) ?? new Double(toNumber(a) - toNumber(b));
}

function round(args: unknown[], _: ExpressionOptions, name: string): unknown {
  const [value, place] = args.length === 1 ? [args[0], new Int32(0)] : args;
  if (nil(value) || nil(place)) return null;
  numbers([value, place], name, 51081);
  const at = toNumber(place);
  if (!Number.isInteger(at) || at < -20 || at > 100)
    throw new MongoError(
      51083,
      `cannot apply ${name} with precision value ${at} value must be in [-20, 100]`,
    );
  if (typeName(value) === "decimal") return decimalAtPlace(value, at, name === "$trunc");
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
    if (nilAmong(args, (value) => numbers([value], name, 14))) return null;
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
  $log: of(2, 2, (args, _, name) => {
    if (!numbers(args, name, 28756)) return null;
    const [value, base] = args.map(toNumber) as [number, number];
    if (value <= 0) throw new MongoError(28758, `$log's argument must be a positive number, but is ${value}`);
    if (base <= 0 || base === 1)
      throw new MongoError(28759, `$log's base must be a positive number not equal to 1, but is ${base}`);
    return new Double(Math.log(value) / Math.log(base));
  }),
  $round: of(1, 2, round),
  $trunc: of(1, 2, round),
  $abs: real(Math.abs, 0, true),
  $ceil: real(Math.ceil, 0, true),
  $floor: real(Math.floor, 0, true),
  $exp: real(Math.exp),
  $ln: real(Math.log, 28766),
  $log10: real(Math.log10, 28761),
  $sqrt: real(Math.sqrt, 28714),
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
