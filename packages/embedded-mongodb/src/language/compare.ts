import type { Binary, BSONRegExp, Code, ObjectId, Timestamp } from "bson";
import { errors } from "../errors.js";
import { field, isDoc, typeOrder, type Doc } from "./bson.js";
import { compareNumbers, isNumeric, toNumber } from "./number.js";

/** The part of a collation that is supported: a locale, and whether case (2) or case and accents (1) are ignored. */
export type Collation = {
  locale: string;
  strength: 1 | 2 | 3;
};

const collators = new Map<string, Intl.Collator>();
const SENSITIVITY = { 1: "base", 2: "accent", 3: "variant" } as const;

/** Reads a collation from the wire; `{ locale: "simple" }` is none at all. Options that would be ignored are refused. */
export function parseCollation(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDoc(spec) || typeof spec.locale !== "string") throw errors.badValue("collation needs a locale");
  if (spec.locale === "simple") return undefined;
  const strength = spec.strength === undefined ? 3 : toNumber(spec.strength);
  for (const option of ["caseLevel", "numericOrdering", "backwards"]) {
    if (spec[option]) throw errors.notImplemented(`collation option ${option}`);
  }
  if ((spec.alternate ?? "non-ignorable") !== "non-ignorable")
    throw errors.notImplemented("collation alternate");
  if ((spec.caseFirst ?? "off") !== "off") throw errors.notImplemented("collation caseFirst");
  if (strength !== 1 && strength !== 2 && strength !== 3)
    throw errors.notImplemented(`collation strength ${strength}`);
  const collation = { locale: spec.locale, strength } as Collation;
  collatorOf(collation);
  return collation;
}

function collatorOf({ locale, strength }: Collation): Intl.Collator {
  const name = `${locale} ${strength}`;
  let collator = collators.get(name);
  if (!collator) {
    try {
      collator = new Intl.Collator(locale.replace(/_/g, "-"), { sensitivity: SENSITIVITY[strength] });
    } catch {
      throw errors.badValue(`Field 'locale' is invalid in: { locale: "${locale}" }`);
    }
    collators.set(name, collator);
  }
  return collator;
}

/** A string reduced to what the collation distinguishes: strings are equal under it exactly when their folds are. */
export function fold(text: string, collation: Collation): string {
  if (collation.strength === 3) return text.normalize("NFC");
  const folded = text.normalize("NFKD").toUpperCase().toLowerCase().normalize("NFKD");
  return collation.strength === 1 ? folded.replace(/\p{M}/gu, "") : folded;
}

/** Compares by code points, which is the order of the UTF-8 bytes. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates stand for code points above all others, though their numbers are below 0xE000.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

function compareStrings(a: string, b: string, collation: Collation | undefined): number {
  if (a === b) return 0;
  if (!collation) return compareCodePoints(a, b);
  const left = fold(a, collation);
  const right = fold(b, collation);
  if (left === right) return 0;
  return collatorOf(collation).compare(left, right) || compareCodePoints(left, right);
}

function compareDocs(a: Doc, b: Doc, collation: Collation | undefined): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = field(a, left[i]!);
    const y = field(b, right[i]!);
    const order =
      typeOrder(x) - typeOrder(y) || compareCodePoints(left[i]!, right[i]!) || compareValues(x, y, collation);
    if (order) return order;
  }
  return left.length - right.length;
}

function compareArrays(a: unknown[], b: unknown[], collation: Collation | undefined): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i], collation);
    if (order) return order;
  }
  return a.length - b.length;
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

/** MongoDB's total order of values: by type, then within the type. */
export function compareValues(a: unknown, b: unknown, collation?: Collation): number {
  if (a === b) return 0;
  const type = typeOrder(a);
  const order = type - typeOrder(b);
  if (order) return order;
  switch (type) {
    case 10:
      return compareNumbers(a, b);
    case 15:
      return compareStrings(String(a), String(b), collation);
    case 20:
      return compareDocs(a as Doc, b as Doc, collation);
    case 25:
      return compareArrays(a as unknown[], b as unknown[], collation);
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
        compareDocs((a as Code).scope ?? {}, (b as Code).scope ?? {}, collation)
      );
    default:
      return 0;
  }
}

/** Whether two values are equal to MongoDB: numbers by value, documents with their fields in the same order. */
export function equalValues(a: unknown, b: unknown, collation?: Collation): boolean {
  return compareValues(a, b, collation) === 0;
}

/** Whether two values are the same to the last bit, types of numbers included. */
export function identical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => identical(x, b[i]));
  if (isDoc(a)) {
    if (!isDoc(b)) return false;
    const left = Object.keys(a);
    const right = Object.keys(b);
    return (
      left.length === right.length &&
      left.every((n, i) => n === right[i] && identical(field(a, n), field(b, n)))
    );
  }
  if (isNumeric(a) && isNumeric(b)) {
    const tag = (v: unknown): unknown => (v as { _bsontype?: string })._bsontype;
    return tag(a) === tag(b) && Object.is(String(a), String(b));
  }
  return compareValues(a, b) === 0;
}
