import { isDoc, isNullish, typeNumber } from "../language/bson.js";
import type { Filter } from "../language/filter.js";
import { encodeKey, keyRange } from "../language/key.js";
import { isNumeric, toNumber } from "../language/number.js";
import type { Index } from "./catalog.js";
import { intersect, type Prefix, type Range } from "./ranges.js";

type Comparison = Extract<Filter, { kind: "cmp" }>;

/** Flattens a filter into conditions that must all hold. */
export function conjunctsOf(filter: Filter): Filter[] {
  if (filter.kind === "and") return filter.of.flatMap(conjunctsOf);
  if (filter.kind !== "elem") return [filter];
  // If one element fulfils all conditions, each condition holds for some element of the array. Bounds require no more.
  const inner = conjunctsOf(filter.of).flatMap((part): Filter[] => {
    if (part.kind !== "cmp" && part.kind !== "in" && part.kind !== "regex") return [];
    return [{ ...part, path: filter.onElement ? filter.path : `${filter.path}.${part.path}` }];
  });
  return [filter, ...inner];
}

/**
 * The values that one equality condition on a path looks up in an index. `exact`: only this value has these keys.
 * `present`: a document that fulfils the condition has the field.
 */
type Equality = { list: EqualityValue[]; condition: Filter; present: boolean };
export type EqualityValue = { value: unknown; exact: boolean };

/** Bounds of the field after the equality prefix; `exact` if every key of a range fulfils the conditions. */
export type Bounds = { rangeOf: (prefix: Prefix) => Range; used: Filter[]; exact: boolean };

/** The first equality condition on a path that is not in `used`; undefined if there is none. */
export function equalityValues(conjuncts: Filter[], path: string, used: Set<Filter>): Equality | undefined {
  // With a dotted path, an array without documents has the key of null too, but does not match a filter for null.
  const nullish = [
    { value: undefined, exact: false },
    { value: null, exact: !path.includes(".") },
  ];
  const each = (values: unknown[]) => values.map((value) => ({ value, exact: isScalar(value) }));
  for (const condition of conjuncts) {
    if (used.has(condition)) continue;
    if (condition.kind === "cmp" && condition.op === "$eq" && condition.path === path) {
      if (isNullish(condition.value)) return { list: nullish, condition, present: false };
      if (canLookUp(condition.value)) {
        return { list: each([condition.value]), condition, present: isScalar(condition.value) };
      }
    }
    if (condition.kind === "in" && condition.path === path && condition.patterns.length === 0) {
      const list = condition.values.filter((value) => !isNullish(value));
      if (!list.every((value) => canLookUp(value))) continue;
      const isComplete = list.length === condition.values.length;
      return {
        list: isComplete ? each(list) : [...nullish, ...each(list)],
        condition,
        present: isComplete && list.every(isScalar),
      };
    }
  }
  return undefined;
}

/** Bounds from the comparisons (or the anchored pattern) on the field after the equality part. */
export function rangeBounds(index: Index, at: number, conjuncts: Filter[]): Bounds | undefined {
  const path = index.paths[at];
  const pattern = conjuncts.find((item) => item.kind === "regex" && item.path === path && item.prefix);
  let comparisons = conjuncts.filter(
    (item): item is Comparison =>
      item.kind === "cmp" &&
      item.path === path &&
      item.op !== "$eq" &&
      isScalar(item.value) &&
      canLookUp(item.value),
  );
  // Two elements of an array may each fulfil one of two comparisons, so only one comparison bounds the scan.
  if (index.multikey[at]) comparisons = comparisons.slice(0, 1);
  const bounds = (
    { values, exact }: Prefix,
    op: Comparison["op"] | "$prefix",
    value: unknown,
    isExact = false,
  ): Range => ({
    ...keyRange(values, index.directions, op, value),
    skip: encodeKey(values, index.directions).length,
    exact: exact && isExact,
  });
  if (comparisons.length > 0) {
    return {
      rangeOf: (prefix) =>
        comparisons.map((item) => bounds(prefix, item.op, item.value, !mayMeetNaN(item))).reduce(intersect),
      used: comparisons,
      exact: !comparisons.some(mayMeetNaN),
    };
  }
  if (pattern?.kind !== "regex") return undefined;
  return { rangeOf: (prefix) => bounds(prefix, "$prefix", pattern.prefix), used: [], exact: false };
}

function canLookUp(value: unknown): boolean {
  if (Array.isArray(value) || typeNumber(value) === 11) return false;
  return !(isNumeric(value) && Number.isNaN(toNumber(value)));
}

/** Whether no other value has the value's key. */
function isScalar(value: unknown): boolean {
  return !isNullish(value) && !Array.isArray(value) && !isDoc(value) && typeNumber(value) !== 11;
}

/** Whether a range may contain NaN, which sorts below all numbers but is not less than any; its documents must be checked. */
function mayMeetNaN({ op, value }: Comparison): boolean {
  return (op === "$lt" || op === "$lte") && isNumeric(value);
}
