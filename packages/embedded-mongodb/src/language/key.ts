import type { Binary, Code, ObjectId, Timestamp } from "bson";
import { MongoError } from "../errors.js";
import { arrayIndex, field, isDoc, typeOrder, type Doc } from "./bson.js";
import { bytesOf, fold, regexParts, type Collation } from "./compare.js";
import { keyParts } from "./number.js";

/** A path of an index with its direction. */
export type IndexField = [path: string, direction: 1 | -1];

/** Bytes in the making. One is enough: keys are written one after another and copied out when complete. */
let bytes = Buffer.allocUnsafe(1024);
let length = 0;

function room(size: number): void {
  if (length + size <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + size));
  bytes.copy(larger, 0, 0, length);
  bytes = larger;
}

function put(byte: number): void {
  room(1);
  bytes[length++] = byte;
}

function putBytes(source: Uint8Array): void {
  room(source.length);
  bytes.set(source, length);
  length += source.length;
}

function invert(from: number): void {
  for (let i = from; i < length; i++) bytes[i] = bytes[i]! ^ 0xff;
}

/** UTF-8 with each zero byte as 00 FF: what follows the end, 00 00, is then less than any longer text. */
function putText(text: string): void {
  room(text.length * 3);
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

/** A double's bits in numeric order, then a mark: 0, or 1 before the digits of a number that lies above that double. */
function putNumber(value: unknown): void {
  const { double, tail } = keyParts(value);
  const start = length;
  room(9);
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
  room(8);
  bytes.writeUInt32BE(high >>> 0, length);
  bytes.writeUInt32BE(low >>> 0, length + 4);
  length += 8;
}

function putDoc(doc: Doc, collation: Collation | undefined): void {
  for (const name of Object.keys(doc)) {
    const value = field(doc, name);
    put(typeOrder(value));
    putString(name);
    putBody(value, collation);
  }
  put(0);
}

function putBody(value: unknown, collation: Collation | undefined): void {
  switch (typeOrder(value)) {
    case 10:
      return putNumber(value);
    case 15:
      return putString(collation ? fold(String(value), collation) : String(value));
    case 20:
      return putDoc(value as Doc, collation);
    case 25:
      for (const element of value as unknown[]) putValue(element, collation);
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
      return putDoc((value as Code).scope ?? {}, collation);
  }
}

function putValue(value: unknown, collation: Collation | undefined): void {
  put(typeOrder(value));
  putBody(value, collation);
}

function taken(): Buffer {
  return Buffer.from(bytes.subarray(0, length));
}

/**
 * Bytes whose order is the order of the values. Under a collation strings are folded, so that such keys serve
 * equality, but neither ranges nor sorting of strings.
 */
export function encodeKey(
  values: readonly unknown[],
  directions: readonly (1 | -1)[],
  collation?: Collation,
): Buffer {
  length = 0;
  putComponents(values, directions, collation);
  return taken();
}

function putComponents(
  values: readonly unknown[],
  directions: readonly (1 | -1)[],
  collation: Collation | undefined,
): void {
  for (let i = 0; i < values.length; i++) {
    const start = length;
    putValue(values[i], collation);
    if (directions[i] === -1) invert(start);
  }
}

/** The least byte string that is greater than everything which starts with `prefix`; undefined if there is none. */
export function successor(prefix: Uint8Array): Buffer | undefined {
  for (let i = prefix.length - 1; i >= 0; i--) {
    if (prefix[i] === 0xff) continue;
    const next = Buffer.from(prefix.subarray(0, i + 1));
    next[i]!++;
    return next;
  }
  return undefined;
}

/**
 * The keys, from `low` to before `high`, whose first components equal `prefix` and whose next one fulfils the
 * comparison: within the value's type, as queries compare ($prefix: the strings that begin with the value).
 */
export function keyRange(
  prefix: readonly unknown[],
  directions: readonly (1 | -1)[],
  operator: "$eq" | "$gt" | "$gte" | "$lt" | "$lte" | "$prefix",
  value: unknown,
  collation?: Collation,
): { low: Buffer; high: Buffer | undefined } {
  const descending = directions[prefix.length] === -1;
  const component = (write: () => void): Buffer => {
    length = 0;
    putComponents(prefix, directions, collation);
    const start = length;
    write();
    if (descending) invert(start);
    return taken();
  };
  if (operator === "$prefix") {
    const start = component(() => {
      put(typeOrder(value));
      putText(String(value));
    });
    return { low: start, high: successor(start) };
  }
  const exact = component(() => putValue(value, collation));
  if (operator === "$eq") return { low: exact, high: successor(exact) };
  const type = typeOrder(value);
  // MinKey and MaxKey are compared with values of every type.
  const bracket = component(() => type !== 1 && type !== 127 && put(type));
  const above = (operator === "$gt" || operator === "$gte") !== descending;
  const inclusive = operator === "$gte" || operator === "$lte";
  if (above) return { low: inclusive ? exact : (successor(exact) ?? exact), high: successor(bracket) };
  return { low: bracket, high: inclusive ? successor(exact) : exact };
}

interface Slot {
  value: unknown;
  path: string[];
  found: boolean;
}

/** Follows a slot's path through documents until it ends or meets an array that has to be spread. */
function advance({ value, path, found }: Slot): Slot {
  let at = 0;
  while (at < path.length) {
    if (Array.isArray(value)) {
      const index = arrayIndex(path[at]);
      if (index === undefined || index >= value.length) break;
      value = value[index];
    } else if (isDoc(value) && Object.hasOwn(value, path[at]!)) {
      value = value[path[at]!];
    } else {
      return { value: null, path: [], found };
    }
    at++;
  }
  return { value, path: path.slice(at), found: found || (at === path.length && value !== undefined) };
}

/**
 * All index entries of a document: an array gives one for each element, an empty one `undefined`, a missing field
 * null. Two different arrays in one index are refused; a sparse index has no entry for a document without its fields.
 */
export function indexKeys(
  doc: Doc,
  fields: readonly IndexField[],
  options: { sparse?: boolean } = {},
): { keys: unknown[][]; multikey: boolean } {
  const keys: unknown[][] = [];
  let multikey = false;
  let found = false;
  const spread = (slots: Slot[], done: boolean[]): void => {
    const reached = slots.map((slot, i) => (done[i] ? slot : advance(slot)));
    const arrays = reached.filter((slot, i) => !done[i] && Array.isArray(slot.value));
    if (arrays.length === 0) {
      found ||= reached.some((slot) => slot.found);
      keys.push(reached.map((slot) => (slot.value === undefined && !slot.found ? null : slot.value)));
      return;
    }
    const array = arrays[0]!.value as unknown[];
    if (arrays.some((slot) => slot.value !== array)) {
      const at = (n: number): string => fields[reached.indexOf(arrays[n]!)]![0];
      const other = arrays.findIndex((slot) => slot.value !== array);
      throw new MongoError(171, `cannot index parallel arrays [${at(other)}] [${at(0)}]`);
    }
    multikey = true;
    const mine = reached.map((slot, i) => !done[i] && slot.value === array);
    // An element at the end of a path is taken whole; further on only documents are looked into.
    const into = (element: unknown, empty: boolean): Slot[] =>
      reached.map((slot, i) => {
        if (!mine[i]) return slot;
        if (slot.path.length === 0) return { value: empty ? undefined : element, path: [], found: true };
        return isDoc(element) ? { ...slot, value: element } : { value: null, path: [], found: slot.found };
      });
    const nowDone = reached.map((slot, i) => done[i] || (mine[i] ? slot.path.length === 0 : false));
    if (array.length === 0) spread(into(undefined, true), nowDone);
    for (const element of array) spread(into(element, false), nowDone);
  };
  const slots = fields.map(([path]) => ({ value: doc as unknown, path: path.split("."), found: false }));
  spread(
    slots,
    fields.map(() => false),
  );
  return { keys: options.sparse && !found ? [] : keys, multikey };
}
