import type { Collation } from "../language/compare.js";
import type { Filter } from "../language/filter.js";
import { encodeKey, keyRange } from "../language/key.js";
import type { Index } from "./catalog.js";

type Comparison = Extract<Filter, { kind: "cmp" }>;

/** Half-open byte range of index keys; `skip` is the length of the equality part they share. */
export type Range = {
  low: Buffer;
  high: Buffer | undefined;
  skip: number;
};

/** The values that a path is compared with for equality by one condition, when the index can look them up. */
export function equalityValues(
  conjuncts: Filter[],
  path: string,
  collation: Collation | undefined,
  index: Index,
  used: Set<Filter>,
): { list: unknown[]; source: Filter; exact: boolean } | undefined {
  for (const source of conjuncts) {
    if (used.has(source)) continue;
    if (source.kind === "cmp" && source.op === "$eq" && source.path === path) {
      if (isNullish(source.value)) return { list: [undefined, null], source, exact: false };
      if (canLookUp(source.value, collation, index)) {
        return { list: [source.value], source, exact: isScalar(source.value) };
      }
    }
    if (source.kind === "in" && source.path === path && source.patterns.length === 0) {
      const nullish = source.values.some(isNullish);
      const list = source.values.filter((value) => !isNullish(value));
      if (!list.every((value) => canLookUp(value, collation, index))) continue;
      return {
        list: nullish ? [undefined, null, ...list] : list,
        source,
        exact: !nullish && list.every(isScalar),
      };
    }
  }
  return undefined;
}

/** Bounds from the comparisons (or the anchored pattern) on the field after the equality part. */
export function rangeBounds(
  collation: Collation | undefined,
  index: Index,
  at: number,
  conjuncts: Filter[],
  prefixes: unknown[][],
): { ranges: Range[]; used: Filter[]; exact: boolean } | undefined {
  const path = index.paths[at];
  const pattern = conjuncts.find((item) => item.kind === "regex" && item.path === path && item.prefix);
  let comparisons = conjuncts.filter(
    (item): item is Comparison =>
      item.kind === "cmp" &&
      item.path === path &&
      item.op !== "$eq" &&
      isScalar(item.value) &&
      canLookUp(item.value, collation, index) &&
      !(typeof item.value === "string" && index.collation !== undefined),
  );
  // An array can fulfil two comparisons with two different elements: only one of them bounds the walk.
  if (index.multikey[at]) comparisons = comparisons.slice(0, 1);
  const bounds = (prefix: unknown[], op: Comparison["op"] | "$prefix", value: unknown): Range => ({
    ...keyRange(prefix, index.directions, op, value, index.collation),
    skip: encodeKey(prefix, index.directions, index.collation).length,
  });
  if (comparisons.length > 0) {
    const ranges = prefixes.map((prefix) =>
      comparisons.map((item) => bounds(prefix, item.op, item.value)).reduce(intersect),
    );
    return { ranges, used: comparisons, exact: comparisons.every((item) => !mayMeetNaN(item)) };
  }
  if (pattern?.kind === "regex" && !collation && !index.collation) {
    const ranges = prefixes.map((prefix) => bounds(prefix, "$prefix", pattern.prefix));
    return { ranges, used: [], exact: false };
  }
  return undefined;
}

function intersect(a: Range, b: Range): Range {
  const low = Buffer.compare(a.low, b.low) > 0 ? a.low : b.low;
  const high =
    a.high === undefined || (b.high !== undefined && Buffer.compare(b.high, a.high) < 0) ? b.high : a.high;
  return { low, high, skip: a.skip };
}

function canLookUp(value: unknown, collation: Collation | undefined, index: Index): boolean {
  if (Array.isArray(value) || value instanceof RegExp || bsonType(value) === "BSONRegExp") return false;
  if (isNaNValue(value)) return false;
  if (typeof value === "string" || !isScalar(value)) {
    return collation === undefined && index.collation === undefined
      ? true
      : typeof value === "string" && equalCollations(collation, index.collation);
  }
  return true;
}

function equalCollations(a: Collation | undefined, b: Collation | undefined): boolean {
  return a?.locale === b?.locale && a?.strength === b?.strength;
}

/** Values that one key stands for and nothing else does. */
function isScalar(value: unknown): boolean {
  if (typeof value !== "object") return typeof value !== "undefined";
  if (value === null || Array.isArray(value)) return false;
  return value instanceof Date || value instanceof Uint8Array || bsonType(value) !== undefined;
}

function bsonType(value: unknown): unknown {
  return typeof value === "object" && value !== null && "_bsontype" in value ? value._bsontype : undefined;
}

function isNullish(value: unknown): boolean {
  return value === null || value === undefined;
}

function isNaNValue(value: unknown): boolean {
  if (typeof value === "number") return Number.isNaN(value);
  const type = bsonType(value);
  return (type === "Double" || type === "Decimal128") && Number.isNaN(Number(String(value)));
}

/** NaN sorts below all numbers but is not less than any: such a range needs a look at the document. */
function mayMeetNaN({ op, value }: Comparison): boolean {
  if (op !== "$lt" && op !== "$lte") return false;
  return (
    typeof value === "number" || ["Int32", "Double", "Long", "Decimal128"].includes(String(bsonType(value)))
  );
}
