import type { Binary, Code, ObjectId, Timestamp } from "bson";
import { MongoError } from "../errors.js";
import { arrayIndex, bytesOf, field, isDoc, regexParts, typeOrder, type Doc } from "./bson.js";
import { keyParts } from "./number.js";

export type Direction = 1 | -1;
/** A path of an index, or of a sort, with its direction. */
export type IndexField = [path: string, direction: Direction];

/** Shared output buffer: keys are encoded one at a time and copied out when complete. */
let bytes = Buffer.allocUnsafe(1024);
let length = 0;

function reserve(size: number): void {
  if (length + size <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + size));
  bytes.copy(larger, 0, 0, length);
  bytes = larger;
}

function put(byte: number): void {
  reserve(1);
  bytes[length++] = byte;
}

function putBytes(added: Uint8Array): void {
  reserve(added.length);
  bytes.set(added, length);
  length += added.length;
}

function invert(from: number): void {
  for (let i = from; i < length; i++) bytes[i] = bytes[i]! ^ 0xff;
}

/** Writes UTF-8 with each zero byte escaped as 00 FF, so that the end mark 00 00 sorts before any longer text. */
function putText(text: string): void {
  reserve(text.length * 3);
  const start = length;
  length += bytes.write(text, length);
  if (bytes.subarray(start, length).includes(0)) {
    const written = Buffer.from(bytes.subarray(start, length));
    length = start;
    for (const byte of written) {
      put(byte);
      if (byte === 0) put(0xff);
    }
  }
}

function putString(text: string): void {
  putText(text);
  put(0);
  put(0);
}

/**
 * Writes the double that `keyParts` rounds to, with its bits in numeric order; then 0 if the double is exact, otherwise 1
 * and the number's digits.
 */
function putNumber(value: unknown): void {
  const { double, tail } = keyParts(value);
  const start = length;
  reserve(9);
  if (Number.isNaN(double)) {
    bytes.fill(0, start, start + 9);
    length += 9;
    return;
  }
  const negative = tail ? tail.negative : double < 0;
  bytes.writeDoubleBE(Math.abs(double), start);
  bytes[start]! |= 0x80;
  length += 8;
  put(tail ? 1 : 0);
  if (tail) {
    put((tail.exponent + 0x8000) >> 8);
    put(tail.exponent & 0xff);
    putString(tail.digits);
  }
  if (negative) invert(start);
}

function putInt64(high: number, low: number): void {
  reserve(8);
  bytes.writeUInt32BE(high >>> 0, length);
  bytes.writeUInt32BE(low >>> 0, length + 4);
  length += 8;
}

function putDoc(doc: Doc): void {
  for (const name of Object.keys(doc)) {
    const value = field(doc, name);
    put(typeOrder(value));
    putString(name);
    putBody(value);
  }
  put(0);
}

function putBody(value: unknown): void {
  switch (typeOrder(value)) {
    case 10:
      return putNumber(value);
    case 15:
      return putString(String(value));
    case 20:
      return putDoc(value as Doc);
    case 25:
      for (const element of value as unknown[]) putValue(element);
      return put(0);
    case 30: {
      const content = bytesOf(value);
      putInt64(0, content.length);
      put((value as Binary).sub_type ?? 0);
      return putBytes(content);
    }
    case 35:
      return putBytes((value as ObjectId).id);
    case 40:
      return put(value ? 1 : 0);
    case 45:
      return putNumber((value as Date).getTime());
    case 47:
      return putInt64((value as Timestamp).high, (value as Timestamp).low);
    case 50: {
      const { pattern, options } = regexParts(value);
      putString(pattern);
      return putString(options);
    }
    case 60:
    case 65:
      putString(String((value as Code).code));
      return putDoc((value as Code).scope ?? {});
  }
}

function putValue(value: unknown): void {
  put(typeOrder(value));
  putBody(value);
}

function copyKey(): Buffer {
  return Buffer.from(bytes.subarray(0, length));
}

/** Encodes values as bytes that sort like the values. */
export function encodeKey(values: readonly unknown[], directions: readonly Direction[]): Buffer {
  length = 0;
  putComponents(values, directions);
  return copyKey();
}

function putComponents(values: readonly unknown[], directions: readonly Direction[]): void {
  for (let i = 0; i < values.length; i++) {
    const start = length;
    putValue(values[i]);
    if (directions[i] === -1) invert(start);
  }
}

/** The least byte string that is greater than everything which starts with `prefix`; undefined if there is none. */
export function prefixUpperBound(prefix: Uint8Array): Buffer | undefined {
  for (let i = prefix.length - 1; i >= 0; i--) {
    if (prefix[i] === 0xff) continue;
    const next = Buffer.from(prefix.subarray(0, i + 1));
    next[i]!++;
    return next;
  }
  return undefined;
}

/**
 * The key range, from `low` to before `high`, whose first components equal `prefix` and whose next one fulfils the
 * comparison within the value's type, as in queries. `$prefix` selects the strings that begin with the value.
 */
export function keyRange(
  prefix: readonly unknown[],
  directions: readonly Direction[],
  operator: "$eq" | "$gt" | "$gte" | "$lt" | "$lte" | "$prefix",
  value: unknown,
): { low: Buffer; high: Buffer | undefined } {
  const descending = directions[prefix.length] === -1;
  const component = (write: () => void): Buffer => {
    length = 0;
    putComponents(prefix, directions);
    const start = length;
    write();
    if (descending) invert(start);
    return copyKey();
  };
  if (operator === "$prefix") {
    const start = component(() => {
      put(typeOrder(value));
      putText(String(value));
    });
    return { low: start, high: prefixUpperBound(start) };
  }
  const exact = component(() => putValue(value));
  if (operator === "$eq") return { low: exact, high: prefixUpperBound(exact) };
  const type = typeOrder(value);
  // MinKey and MaxKey are compared with values of every type, so their ranges are not limited to one type.
  const bracket = component(() => type !== 1 && type !== 127 && put(type));
  const above = (operator === "$gt" || operator === "$gte") !== descending;
  const inclusive = operator === "$gte" || operator === "$lte";
  if (above)
    return { low: inclusive ? exact : (prefixUpperBound(exact) ?? exact), high: prefixUpperBound(bracket) };
  return { low: bracket, high: inclusive ? prefixUpperBound(exact) : exact };
}

type Slot = {
  value: unknown;
  path: string[];
  found: boolean;
  done: boolean;
};

/** Follows a slot's path through documents up to its end or an array that must be expanded. */
function advance(slot: Slot): Slot {
  if (slot.done) return slot;
  let value = slot.value;
  let at = 0;
  for (; at < slot.path.length; at++) {
    if (Array.isArray(value)) {
      const index = arrayIndex(slot.path[at]);
      if (index === undefined || index >= value.length) break;
      value = value[index];
      // A position at the end of the path selects the element itself, as in filters.
      if (at === slot.path.length - 1) return { value, path: [], found: true, done: true };
    } else {
      value = isDoc(value) ? field(value, slot.path[at]!) : undefined;
    }
  }
  if (Array.isArray(value)) return { ...slot, value, path: slot.path.slice(at) };
  return { value: value ?? null, path: [], found: slot.found || value !== undefined, done: true };
}

/** The slot for one array element: the element itself at the end of the path, otherwise only documents. */
function enter(slot: Slot, element: unknown): Slot {
  if (slot.path.length === 0) return { value: element, path: [], found: true, done: true };
  if (isDoc(element)) return { ...slot, value: element };
  return { value: null, path: [], found: slot.found, done: true };
}

/**
 * All index keys of a document: one for each element of an array, `undefined` for an empty array, null for a missing
 * field. A sparse index has no key for a document without its fields.
 * @throws MongoError for a document with two arrays among the index's fields
 */
export function indexKeys(
  doc: Doc,
  fields: readonly IndexField[],
  options: { sparse?: boolean } = {},
): unknown[][] {
  const keys: unknown[][] = [];
  const spread = (from: Slot[]): void => {
    const slots = from.map(advance);
    const first = slots.findIndex((slot) => !slot.done);
    if (first < 0) {
      if (!options.sparse || slots.some((slot) => slot.found)) keys.push(slots.map((slot) => slot.value));
      return;
    }
    const array = slots[first]!.value as unknown[];
    const other = slots.findIndex((slot) => !slot.done && slot.value !== array);
    if (other >= 0)
      throw new MongoError(171, `cannot index parallel arrays [${fields[other]![0]}] [${fields[first]![0]}]`);
    for (const element of array.length === 0 ? [undefined] : array) {
      spread(slots.map((slot) => (slot.done ? slot : enter(slot, element))));
    }
  };
  spread(fields.map(([path]) => ({ value: doc, path: path.split("."), found: false, done: false })));
  return keys;
}
