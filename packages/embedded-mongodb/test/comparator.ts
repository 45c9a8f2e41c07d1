import type { Binary, Code, ObjectId, Timestamp } from "bson";
import { bytesOf, field, regexParts, typeOrder, type Doc } from "../src/language/bson.js";
import { compareExact, exactDouble, exactOf } from "../src/language/number.js";

// Independent implementation of MongoDB's order of values, with which the tests compare the bytes of index keys.

/** Compares numbers of any type exactly. NaN is less than all others and equal to itself. */
function compareNumbers(a: unknown, b: unknown): number {
  const left = exactDouble(a);
  const right = exactDouble(b);
  if (left !== undefined && right !== undefined) {
    if (left < right) return -1;
    if (left > right) return 1;
    if (left === right) return 0;
    return Number.isNaN(left) ? (Number.isNaN(right) ? 0 : -1) : 1;
  }
  const exactLeft = exactOf(a);
  const exactRight = exactOf(b);
  if (exactLeft && exactRight) return compareExact(exactLeft, exactRight);
  return exactLeft ? (right === Infinity ? -1 : 1) : left === Infinity ? 1 : -1;
}

/** Compares by code points, which is the order of the UTF-8 bytes. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates encode the highest code points, although their code units are below 0xE000.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

function compareDocs(a: Doc, b: Doc): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = field(a, left[i]!);
    const y = field(b, right[i]!);
    const order =
      typeOrder(x) - typeOrder(y) || compareCodePoints(left[i]!, right[i]!) || compareValues(x, y);
    if (order) return order;
  }
  return left.length - right.length;
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order) return order;
  }
  return a.length - b.length;
}

/** MongoDB's total order of values: by type, then within the type. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const type = typeOrder(a);
  const order = type - typeOrder(b);
  if (order) return order;
  switch (type) {
    case 10:
      return compareNumbers(a, b);
    case 15:
      return compareCodePoints(String(a), String(b));
    case 20:
      return compareDocs(a as Doc, b as Doc);
    case 25:
      return compareArrays(a as unknown[], b as unknown[]);
    case 30: {
      const left = bytesOf(a);
      const right = bytesOf(b);
      return (
        left.length - right.length ||
        ((a as Binary).sub_type ?? 0) - ((b as Binary).sub_type ?? 0) ||
        Buffer.compare(left, right)
      );
    }
    case 35:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case 40:
    case 45:
      return compareNumbers(Number(a), Number(b));
    case 47:
      return (a as Timestamp).compare(b as Timestamp);
    case 50: {
      const left = regexParts(a);
      const right = regexParts(b);
      return compareCodePoints(left.pattern, right.pattern) || compareCodePoints(left.options, right.options);
    }
    case 60:
    case 65:
      return (
        compareCodePoints(String((a as Code).code), String((b as Code).code)) ||
        compareDocs((a as Code).scope ?? {}, (b as Code).scope ?? {})
      );
    default:
      return 0;
  }
}
