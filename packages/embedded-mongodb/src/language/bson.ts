import {
  BSONError,
  BSONValue,
  DBRef,
  deserialize,
  serialize,
  type Binary,
  type BSONRegExp,
  type Code,
  type ObjectId,
} from "bson";
import { MongoError } from "../errors.js";

/** A decoded document. Numbers stay wrapped (Int32, Double, Long, Decimal128), so that their types survive. */
export type Doc = Record<string, unknown>;

/** BSON types: name in `$type`, number, rank in MongoDB's order of types, and the BSON library's tag. */
const TYPES: [name: string, number: number, order: number, tag?: string][] = [
  ["double", 1, 10, "Double"],
  ["string", 2, 15],
  ["object", 3, 20, "DBRef"],
  ["array", 4, 25],
  ["binData", 5, 30, "Binary"],
  ["undefined", 6, 3],
  ["objectId", 7, 35, "ObjectId"],
  ["bool", 8, 40],
  ["date", 9, 45],
  ["null", 10, 5],
  ["regex", 11, 50, "BSONRegExp"],
  ["dbPointer", 12, 55],
  ["javascript", 13, 60, "Code"],
  ["symbol", 14, 15, "BSONSymbol"],
  ["javascriptWithScope", 15, 65],
  ["int", 16, 10, "Int32"],
  ["timestamp", 17, 47, "Timestamp"],
  ["long", 18, 10, "Long"],
  ["decimal", 19, 10, "Decimal128"],
  ["minKey", -1, 1, "MinKey"],
  ["maxKey", 127, 127, "MaxKey"],
];
const TYPE_BY_TAG = new Map(TYPES.map(([, number, , tag]) => [tag, number]));
const ORDER_BY_TYPE = new Map(TYPES.map(([, number, order]) => [number, order]));
const NAME_BY_TYPE = new Map(TYPES.map(([name, number]) => [number, name]));

/** BSON type numbers by name. */
export const TYPE_NUMBERS = new Map(TYPES.map(([name, number]) => [name, number]));

/** The BSON type number of a decoded value; `undefined` (a missing field) is type 6. */
export function typeNumber(value: unknown): number {
  if (value instanceof BSONValue) {
    const tag = value._bsontype as string;
    return tag === "Code" && (value as Code).scope ? 15 : (TYPE_BY_TAG.get(tag) ?? 3);
  }
  switch (typeof value) {
    case "string":
      return 2;
    case "boolean":
      return 8;
    case "undefined":
      return 6;
    case "number":
      return Number.isInteger(value) && value === (value | 0) && !Object.is(value, -0) ? 16 : 1;
  }
  if (value === null) return 10;
  if (Array.isArray(value)) return 4;
  if (value instanceof Date) return 9;
  if (value instanceof RegExp) return 11;
  return value instanceof Uint8Array ? 5 : 3;
}

/** The name of a value's type in `$type`. */
export function typeName(value: unknown): string {
  return value === undefined ? "missing" : NAME_BY_TYPE.get(typeNumber(value))!;
}

/** Rank of a value's type in MongoDB's order: Min < undefined < null < number < string < object < array < … < Max. */
export function typeOrder(value: unknown): number {
  return ORDER_BY_TYPE.get(typeNumber(value))!;
}

/** Whether a value is a sub-document (and not an array or one of BSON's scalar classes). */
export function isDoc(value: unknown): value is Doc {
  return typeNumber(value) === 3;
}

/** Whether a value is null or missing; filters and keys do not distinguish the two. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Reads an own field, so that names such as "constructor" do not find inherited properties. */
export function field(doc: Doc, name: string): unknown {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

/** Writes an own field, `__proto__` included. */
export function setField(doc: Doc, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(doc, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    doc[name] = value;
  }
}

/** Copies documents and arrays; the scalars inside are immutable and shared. */
export function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const name of Object.keys(value)) setField(copy, name, clone(value[name]));
  return copy as T;
}

const REF = Buffer.from("$ref\0");

/** Undoes the BSON library's conversion of `{$ref, $id}` to a class, so that stored documents stay unchanged. */
function plainRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainRefs);
  if (value instanceof DBRef) {
    const doc: Doc = { $ref: value.collection, $id: value.oid };
    if (value.db) doc.$db = value.db;
    return Object.assign(doc, plainRefs(value.fields ?? {}));
  }
  if (!isDoc(value)) return value;
  for (const name of Object.keys(value)) setField(value, name, plainRefs(value[name]));
  return value;
}

/** Reads one BSON document. */
export function decode(bytes: Uint8Array): Doc {
  try {
    const doc = deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true });
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return view.includes(REF) ? (plainRefs(doc) as Doc) : doc;
  } catch (cause) {
    throw new MongoError(22, `invalid BSON: ${(cause as Error).message}`);
  }
}

/** Reads one BSON document; undefined if the bytes are damaged. */
export function tryDecode(bytes: Uint8Array): Doc | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Writes one BSON document without fields whose value is undefined. `_id` is written first, although JavaScript
 * enumerates names that are whole numbers before it.
 */
export function encode(doc: Doc): Uint8Array {
  try {
    const [first] = Object.keys(doc);
    if (arrayIndex(first) === undefined || !Object.hasOwn(doc, "_id"))
      return serialize(doc, { ignoreUndefined: true });
    const { _id, ...others } = doc;
    const [id, rest] = [{ _id }, others].map((part) => serialize(part, { ignoreUndefined: true }));
    const document = Buffer.concat([id!.subarray(0, -1), rest!.subarray(4)]);
    document.writeInt32LE(document.length, 0);
    return document;
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new MongoError(10334, "BSONObj size is over the limit of 16793600 bytes");
    if (cause instanceof BSONError) throw new MongoError(2, cause.message);
    throw cause;
  }
}

const MAX_NESTING = 180;

/** @throws MongoError for a document that is nested more deeply than MongoDB stores */
export function checkDepth(value: unknown, level = 1): void {
  if (typeof value !== "object" || value === null || !(Array.isArray(value) || isDoc(value))) return;
  if (level > MAX_NESTING)
    throw new MongoError(15, `cannot insert document because it exceeds ${MAX_NESTING} levels of nesting`);
  for (const inner of Array.isArray(value) ? value : Object.values(value)) checkDepth(inner, level + 1);
}

const INDEX = /^(0|[1-9]\d*)$/;

/** The array position that a path component names; undefined if it is no number. */
export function arrayIndex(part: string | undefined): number | undefined {
  return part !== undefined && INDEX.test(part) ? Number(part) : undefined;
}

/** All values at a path as `distinct` returns them: arrays along the path and at its end are expanded. */
export function valuesAt(doc: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  const visit = (value: unknown, parts: string[]): void => {
    const [part, ...rest] = parts;
    if (Array.isArray(value)) {
      const index = arrayIndex(part);
      if (part === undefined) for (const element of value) values.push(element);
      else if (index !== undefined && index < value.length) visit(value[index], rest);
      else for (const element of value) if (isDoc(element)) visit(element, parts);
    } else if (part === undefined) {
      if (value !== undefined) values.push(value);
    } else if (isDoc(value)) {
      visit(field(value, part), rest);
    }
  };
  visit(doc, path.split("."));
  return values;
}

/** The bytes of a Binary. */
export function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array
    ? value
    : (value as Binary).buffer.subarray(0, (value as Binary).position);
}

/** Pattern and options of a regular expression value. */
export function regexParts(value: unknown): { pattern: string; options: string } {
  if (value instanceof RegExp) return { pattern: value.source, options: value.flags.replace(/[guyd]/g, "") };
  return value as BSONRegExp;
}

/** A value as MongoDB prints it in messages, for example `{ email: "a@b.c", n: 1.0 }`. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(formatValue).join(", ")} ]`;
  switch (typeNumber(value)) {
    case 1: {
      const number = Number(value);
      return Number.isInteger(number) && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
    }
    case 3: {
      const fields = Object.entries(value as Doc).map(([name, inner]) => `${name}: ${formatValue(inner)}`);
      return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
    }
    case 5: {
      const { sub_type, buffer, position } = value as Binary;
      return `BinData(${sub_type}, ${Buffer.from(buffer.subarray(0, position)).toString("hex").toUpperCase()})`;
    }
    case 7:
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case 11:
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    case -1:
      return "MinKey";
    case 127:
      return "MaxKey";
    default:
      return String(value);
  }
}
