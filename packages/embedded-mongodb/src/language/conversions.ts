import { Binary, Decimal128, Double, Int32, Long, ObjectId } from "bson";
import { MongoError } from "../errors.js";
import { TYPE_NUMBERS, typeName, type Doc } from "./bson.js";
import { parseIso } from "./date-text.js";
import { integer, isNumeric, toDecimal, toNumber } from "./number.js";
import type { Operator } from "./operator.js";

function refuse(value: unknown, to: string): never {
  throw new MongoError(
    241,
    `Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`,
  );
}

function unparsable(value: string, to: string): MongoError {
  return new MongoError(
    241,
    `Failed to parse number '${value}' in $convert with no onError value: cannot be read as ${to}`,
  );
}

function toInteger(value: unknown, to: "int" | "long"): unknown {
  if (typeof value === "boolean") value = new Int32(value ? 1 : 0);
  if (value instanceof Date && to === "long") return Long.fromNumber(value.getTime());
  let whole: bigint;
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value)) throw unparsable(value, to);
    whole = BigInt(value.replace("+", ""));
  } else if (isNumeric(value)) {
    const number = toNumber(value);
    if (!Number.isFinite(number))
      throw new MongoError(241, `Attempt to convert ${number} to integer in $convert with no onError value`);
    whole = value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(number));
  } else {
    return refuse(value, to);
  }
  const result = integer(whole, to === "long");
  if (result === undefined || (to === "int" && result instanceof Long)) {
    throw new MongoError(
      241,
      `Conversion would overflow target type in $convert with no onError value: ${whole}`,
    );
  }
  return result;
}

function toDouble(value: unknown): unknown {
  if (typeof value === "boolean") return new Double(value ? 1 : 0);
  if (value instanceof Date) return new Double(value.getTime());
  if (isNumeric(value)) return new Double(toNumber(value));
  if (typeof value !== "string") return refuse(value, "double");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) && !/^[+-]?(nan|inf(inity)?)$/i.test(value))
    throw unparsable(value, "double");
  const number = Number(value);
  return new Double(
    Number.isNaN(number) && !/nan/i.test(value) ? (value.startsWith("-") ? -Infinity : Infinity) : number,
  );
}

function asDecimal(value: unknown): unknown {
  if (typeof value === "boolean") return toDecimal(new Int32(value ? 1 : 0));
  if (value instanceof Date) return toDecimal(Long.fromNumber(value.getTime()));
  if (isNumeric(value)) return toDecimal(value);
  if (typeof value !== "string") return refuse(value, "decimal");
  try {
    return Decimal128.fromString(value);
  } catch {
    throw unparsable(value, "decimal");
  }
}

function toDate(value: unknown): unknown {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (typeName(value) === "timestamp") return new Date((value as Long).high * 1000);
  if (typeof value === "string") return new Date(parseIso(value, undefined));
  if (isNumeric(value) && typeName(value) !== "int") return new Date(Math.trunc(toNumber(value)));
  return refuse(value, "date");
}

function toText(value: unknown): unknown {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || isNumeric(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID) return value.toUUID().toString();
  return refuse(value, "string");
}

function toObjectId(value: unknown): unknown {
  if (value instanceof ObjectId) return value;
  if (typeof value !== "string") return refuse(value, "objectId");
  if (!/^[0-9a-fA-F]{24}$/.test(value))
    throw new MongoError(241, `Failed to parse objectId '${value}' in $convert with no onError value`);
  return new ObjectId(value);
}

const TARGETS: Record<string, (value: unknown) => unknown> = {
  double: toDouble,
  string: toText,
  objectId: toObjectId,
  bool: (value) => (isNumeric(value) ? toNumber(value) !== 0 : value !== false),
  date: toDate,
  int: (value) => toInteger(value, "int"),
  long: (value) => toInteger(value, "long"),
  decimal: asDecimal,
};

function convert([given]: unknown[]): unknown {
  const { input, to, onError, onNull } = given as Doc;
  if (input === undefined || input === null) return onNull ?? null;
  const name = isNumeric(to) ? [...TYPE_NUMBERS].find(([, number]) => number === toNumber(to))?.[0] : to;
  const target = typeof name === "string" && Object.hasOwn(TARGETS, name) && TARGETS[name];
  if (!target) throw new MongoError(2, `Unknown type name: ${String(to)}`);
  try {
    return target(input);
  } catch (cause) {
    if (Object.hasOwn(given as Doc, "onError") && cause instanceof MongoError && cause.code === 241)
      return onError;
    throw cause;
  }
}

const shorthand = (target: string): Operator => ({
  arity: [1],
  run: ([value]) => (value === undefined || value === null ? null : TARGETS[target]!(value)),
});

/** The operators that tell and change types. */
export const CONVERSIONS: Record<string, Operator> = {
  $type: { arity: [1], run: ([value]) => typeName(value) },
  $isNumber: { arity: [1], run: ([value]) => isNumeric(value) },
  $convert: { arity: [2], named: ["input", "to", "onError", "onNull"], run: convert },
  $toDouble: shorthand("double"),
  $toString: shorthand("string"),
  $toObjectId: shorthand("objectId"),
  $toBool: shorthand("bool"),
  $toDate: shorthand("date"),
  $toInt: shorthand("int"),
  $toLong: shorthand("long"),
  $toDecimal: shorthand("decimal"),
};
