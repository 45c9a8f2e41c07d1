import { MongoError } from "../errors.js";
import { encode, type Doc } from "./bson.js";
import { isNumeric, truthy } from "./number.js";

/**
 * Compiles a projection of whole top-level fields to a function that copies the bytes of the included fields; undefined
 * for any other projection. The excluded fields, which are mostly large, are never decoded.
 */
export function compileByteProjection(spec: Doc): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const named = new Map<string, boolean>();
  for (const [path, value] of Object.entries(spec)) {
    if (path.includes(".") || !(isNumeric(value) || typeof value === "boolean")) return undefined;
    named.set(path, truthy(value));
  }
  const others = [...named].find(([name]) => name !== "_id")?.[1] ?? named.get("_id");
  const fields = [...named].map(([name, keeps]) => ({ name: Buffer.from(name), keeps }));
  const isKept = (source: Buffer, from: number, to: number) =>
    fields.find(({ name }) => isNamed(source, from, to, name))?.keeps ??
    (!others || isNamed(source, from, to, ID));
  return (bytes) => copyFields(bytes, isKept);
}

const ID = Buffer.from("_id");

function isNamed(source: Buffer, from: number, to: number, name: Buffer): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (source[from + at] !== name[at]) return false;
  return true;
}

/** Appends a field to an encoded document; undefined if the document has a field of that name. */
export function appendField(bytes: Uint8Array, name: string, value: unknown): Uint8Array | undefined {
  const wanted = Buffer.from(name);
  let isThere = false;
  eachField(bytes, (source, from, to) => {
    isThere ||= isNamed(source, from, to, wanted);
  });
  if (isThere) return undefined;
  const element = encode({ [name]: value }).subarray(4);
  const longer = Buffer.allocUnsafe(bytes.length - 1 + element.length);
  longer.set(bytes);
  longer.set(element, bytes.length - 1);
  longer.writeInt32LE(longer.length, 0);
  return longer;
}

/** Copies the included fields, adjacent ones as one block. */
function copyFields(
  bytes: Uint8Array,
  isKept: (source: Buffer, nameFrom: number, nameTo: number) => boolean,
): Uint8Array {
  const copy = Buffer.allocUnsafe(bytes.length);
  let length = 4;
  let begin = 4;
  const source = eachField(bytes, (all, nameFrom, nameTo, next) => {
    if (isKept(all, nameFrom, nameTo)) return;
    length += all.copy(copy, length, begin, nameFrom - 1);
    begin = next;
  });
  length += source.copy(copy, length, begin, source.length - 1);
  copy[length++] = 0;
  copy.writeInt32LE(length, 0);
  return copy.subarray(0, length);
}

/** Calls back with the offsets of each field's name and of the next field. */
function eachField(
  bytes: Uint8Array,
  look: (source: Buffer, nameFrom: number, nameTo: number, next: number) => void,
): Buffer {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = source.length - 1;
  for (let at = 4; at < end;) {
    const nameEnd = source.indexOf(0, at + 1);
    const next = nameEnd + 1 + (nameEnd < 0 ? -1 : valueLength(source, source[at] as number, nameEnd + 1));
    if (next <= nameEnd || next > end) throw new MongoError(22, "invalid BSON: a length is wrong");
    look(source, at + 1, nameEnd, next);
    at = next;
  }
  return source;
}

/** Sizes of the values of fixed size, by BSON type number (https://bsonspec.org/spec.html). */
const FIXED = new Map([
  ...[1, 9, 17, 18].map((type) => [type, 8] as const),
  ...[6, 10, 127, 255].map((type) => [type, 0] as const),
  ...([
    [7, 12],
    [8, 1],
    [16, 4],
    [19, 16],
  ] as const),
]);

/** The size of a value in bytes; negative if its bytes are damaged. */
function valueLength(source: Buffer, type: number, at: number): number {
  const fixed = FIXED.get(type);
  if (fixed !== undefined) return fixed;
  // A regular expression is two zero-terminated strings.
  if (type === 11) return source.indexOf(0, source.indexOf(0, at) + 1) + 1 - at;
  if (at + 4 > source.length) return -1;
  const size = source.readInt32LE(at);
  // Documents and code with scope include their length field in it; binary data adds a subtype, a DBPointer an id.
  if (type === 3 || type === 4 || type === 15) return size;
  return 4 + size + (type === 5 ? 1 : type === 12 ? 12 : 0);
}
