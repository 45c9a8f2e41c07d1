import { Decimal128, Double, Int32, Long } from "bson";
import { isNullish, typeNumber } from "./bson.js";

/** The exact value of a finite number: `coefficient` times ten to the power of `exponent`. */
type Exact = {
  coefficient: bigint;
  exponent: number;
};

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/;
const DECIMAL_DIGITS = 34;
const view = new DataView(new ArrayBuffer(8));

/** Whether a value is one of BSON's four kinds of numbers. */
export function isNumeric(value: unknown): boolean {
  const type = typeNumber(value);
  return type === 16 || type === 1 || type === 18 || type === 19;
}

/** The nearest JavaScript number. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Long) return value.toNumber();
  return Number(String(value));
}

/** Whether MongoDB treats a value as true: all but false, null, missing and zero. */
export function truthy(value: unknown): boolean {
  return isNumeric(value) ? toNumber(value) !== 0 : !isNullish(value) && value !== false;
}

/** The bits of a Long (or of an integral number) as a bigint. */
export function toBigInt(value: unknown): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(toNumber(value)));
}

/** The exact value of a number; undefined for NaN and infinities. @internal Exported for tests. */
export function exactOf(value: unknown): Exact | undefined {
  if (value instanceof Decimal128) {
    const match = DECIMAL.exec(value.toString());
    if (!match) return undefined;
    const [, sign, digits, fraction = "", exponent = "0"] = match;
    return { coefficient: BigInt(sign + digits! + fraction), exponent: Number(exponent) - fraction.length };
  }
  if (value instanceof Long) return { coefficient: value.toBigInt(), exponent: 0 };
  const number = toNumber(value);
  if (!Number.isFinite(number)) return undefined;
  if (Number.isInteger(number)) return { coefficient: BigInt(number), exponent: 0 };
  view.setFloat64(0, number);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const power = (biased || 1) - 1075;
  const mantissa = (bits & 0xfffffffffffffn) | (biased ? 0x10000000000000n : 0n);
  // m / 2^k = m * 5^k / 10^k: every double is a finite decimal.
  const coefficient = mantissa * 5n ** BigInt(-power);
  return { coefficient: number < 0 ? -coefficient : coefficient, exponent: power };
}

/** Rescales two numbers to the lower of their exponents. */
function aligned(a: Exact, b: Exact): { left: bigint; right: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [a, b].map((each) => each.coefficient * 10n ** BigInt(each.exponent - exponent));
  return { left: left!, right: right!, exponent };
}

/** Compares two exact values: -1, 0 or 1. @internal Exported for tests. */
export function compareExact(a: Exact, b: Exact): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The number as a double; undefined if a double cannot represent it exactly. */
export function exactDouble(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  const number = toNumber(value);
  if (!Number.isFinite(number)) return exactOf(value) ? undefined : number;
  return Number.isSafeInteger(number) && value instanceof Long ? number : undefined;
}

/**
 * Parts of a number's index key: the number rounded toward zero to a double and, if that is not exact, the number's sign
 * and decimal digits (without trailing zeros) as 0.digits times ten to the power of `exponent`.
 */
export function keyParts(value: unknown): {
  double: number;
  tail?: { negative: boolean; digits: string; exponent: number };
} {
  const same = exactDouble(value);
  if (same !== undefined) return { double: same };
  const exact = exactOf(value)!;
  const negative = exact.coefficient < 0n;
  const magnitude = {
    coefficient: negative ? -exact.coefficient : exact.coefficient,
    exponent: exact.exponent,
  };
  let double = Math.min(Math.abs(toNumber(value)), Number.MAX_VALUE);
  let order = compareExact(exactOf(double)!, magnitude);
  if (order > 0) {
    view.setFloat64(0, double);
    view.setBigUint64(0, view.getBigUint64(0) - 1n);
    double = view.getFloat64(0);
    order = compareExact(exactOf(double)!, magnitude);
  }
  if (order === 0) return { double: negative ? -double : double };
  const all = magnitude.coefficient.toString();
  const tail = { negative, digits: all.replace(/0+$/, ""), exponent: all.length + magnitude.exponent };
  return { double: negative ? -double : double, tail };
}

/** Drops the last `excess` digits, rounding half to even. */
function drop(coefficient: bigint, excess: number): bigint {
  const unit = 10n ** BigInt(excess);
  const kept = coefficient / unit;
  const twice = (coefficient % unit) * 2n;
  const size = twice < 0n ? -twice : twice;
  if (size < unit || (size === unit && kept % 2n === 0n)) return kept;
  return kept + (coefficient < 0n ? -1n : 1n);
}

function decimalOf(coefficient: bigint, exponent: number): Decimal128 {
  const excess = coefficient.toString().replace("-", "").length - DECIMAL_DIGITS;
  if (excess <= 0) return Decimal128.fromString(`${coefficient}E${exponent}`);
  return decimalOf(drop(coefficient, excess), exponent + excess);
}

/** Converts a number to a Decimal128, a double by its shortest decimal form. */
function toDecimal(value: unknown): Decimal128 {
  if (value instanceof Decimal128) return value;
  return Decimal128.fromString(
    value instanceof Long ? value.toString() : String(toNumber(value)).toUpperCase(),
  );
}

function decimalArithmetic(operator: "+" | "*", a: unknown, b: unknown): Decimal128 {
  const left = exactOf(toDecimal(a));
  const right = exactOf(toDecimal(b));
  if (!left || !right) return toDecimal(new Double(doubleArithmetic(operator, toNumber(a), toNumber(b))));
  if (operator === "*")
    return decimalOf(left.coefficient * right.coefficient, left.exponent + right.exponent);
  const sum = aligned(left, right);
  return decimalOf(sum.left + sum.right, sum.exponent);
}

function doubleArithmetic(operator: "+" | "*", a: number, b: number): number {
  return operator === "+" ? a + b : a * b;
}

/** An Int32 if the integer fits and `wide` is false, otherwise a Long; undefined if it exceeds 64 bits. */
export function integer(value: bigint, wide = false): Int32 | Long | undefined {
  if (!wide && value === BigInt.asIntN(32, value)) return new Int32(Number(value));
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : undefined;
}

/** Adds or multiplies with MongoDB's promotion int < long < double < decimal; undefined on overflow of a long. */
export function arithmetic(operator: "+" | "*", a: unknown, b: unknown): unknown {
  const types = [typeNumber(a), typeNumber(b)];
  if (types.includes(19)) return decimalArithmetic(operator, a, b);
  if (types.includes(1)) return new Double(doubleArithmetic(operator, toNumber(a), toNumber(b)));
  const [left, right] = [toBigInt(a), toBigInt(b)];
  return integer(operator === "+" ? left + right : left * right, types.includes(18));
}
