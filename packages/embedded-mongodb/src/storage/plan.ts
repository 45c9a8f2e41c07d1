import { MongoError } from "../errors.js";
import type { Doc } from "../language/bson.js";
import { equalValues, type Collation } from "../language/compare.js";
import type { Filter } from "../language/filter.js";
import { encodeKey, keyRange, successor } from "../language/key.js";
import { implies } from "./implication.js";
import type { Collection, Index } from "./catalog.js";

type Comparison = Extract<Filter, { kind: "cmp" }>;
type Direction = 1 | -1;

/** Half-open byte range of index keys; `skip` is the length of the equality part they share. */
export interface Range {
  low: Buffer;
  high: Buffer | undefined;
  skip: number;
}

/** A walk over one index. */
export interface IndexPlan {
  kind: "index";
  index: Index;
  ranges: Range[];
  reverse: boolean;
  /** Rows come in the order of the sort that was asked for. */
  sorted: boolean;
  /** The ranges have to be merged by what follows their equality part to be in that order. */
  merge: boolean;
  /** Every row of the ranges fulfils the filter: the document need not be looked at. */
  exact: boolean;
  /** A document can come up more than once. */
  repeats: boolean;
  /** How many fields are bound by equality, and whether a range follows: the planner's measure. */
  equalities: number;
  bounded: boolean;
}

/** How the documents for a filter are found. */
export type Plan =
  | IndexPlan
  | { kind: "all"; reverse: boolean; sorted: boolean; exact: boolean }
  | { kind: "union"; plans: Plan[]; sorted: boolean; exact: false };

export interface PlanRequest {
  collection: Collection;
  filter: Filter;
  sort: readonly (readonly [string, Direction])[] | undefined;
  collation: Collation | undefined;
  hint: unknown;
  /** Counts the rows of an index plan, up to `cap`. */
  estimate(plan: IndexPlan, cap: number): number;
}

const MAX_RANGES = 1000;
const MAX_MERGED = 64;
const ESTIMATE_CAP = 256;

/** Chooses how to answer: the residual filter runs on every document unless the plan is exact. */
export function makePlan(request: PlanRequest): Plan {
  const { collection, sort, hint } = request;
  const conjuncts = conjunctsOf(request.filter);
  const natural = sort?.length === 1 && sort[0]?.[0] === "$natural" ? sort[0][1] : undefined;
  if (hint !== undefined) {
    const index = hintedIndex(collection, hint);
    if (index) return planIndex(request, index, conjuncts) ?? wholeIndex(request, index, conjuncts);
  }
  const everything: Plan = {
    kind: "all",
    reverse: natural === -1 || isNaturalHint(hint) === -1,
    sorted: sort === undefined || sort.length === 0 || natural !== undefined,
    exact: conjuncts.length === 0,
  };
  if (natural !== undefined || isNaturalHint(hint) !== undefined) return everything;
  const plans: IndexPlan[] = [];
  for (const index of collection.indexes) {
    if (index.partial && !implies(conjuncts, index.partial)) continue;
    const plan = planIndex(request, index, conjuncts);
    if (plan) plans.push(plan);
  }
  const point = plans.find((plan) => plan.index.unique && plan.equalities === plan.index.fields.length);
  if (point) return point;
  const bounded = plans.filter((plan) => plan.bounded);
  const sorted = sort?.length ? plans.filter((plan) => plan.sorted && !plan.bounded) : [];
  if (bounded.length > 0) return bestOf(request, bounded);
  return planUnion(request, conjuncts, sorted.length > 0) ?? bestSorted(sorted) ?? everything;
}

/** With several indexes in question their rows are counted, up to a limit, before one is chosen. */
function bestOf(request: PlanRequest, plans: IndexPlan[]): IndexPlan {
  if (plans.length === 1) return plans[0] as IndexPlan;
  const rated = plans.map((plan) => ({ plan, rows: request.estimate(plan, ESTIMATE_CAP) }));
  rated.sort(
    (a, b) =>
      a.rows - b.rows ||
      Number(b.plan.sorted) - Number(a.plan.sorted) ||
      b.plan.equalities - a.plan.equalities ||
      Number(b.plan.exact) - Number(a.plan.exact) ||
      a.plan.index.fields.length - b.plan.index.fields.length,
  );
  const [best] = rated;
  // Few rows are sorted quickly; many are better read in order.
  if (best && best.rows >= ESTIMATE_CAP) return best.plan;
  const ordered = rated.find((item) => item.plan.sorted);
  return (ordered && best && ordered.rows <= best.rows * 2 ? ordered.plan : best?.plan) as IndexPlan;
}

function bestSorted(plans: IndexPlan[]): IndexPlan | undefined {
  return plans.sort((a, b) => a.index.fields.length - b.index.fields.length)[0];
}

function planUnion(request: PlanRequest, conjuncts: Filter[], orderAvailable: boolean): Plan | undefined {
  for (const conjunct of conjuncts) {
    if (conjunct.kind !== "or" || conjunct.of.length === 0) continue;
    const rest = conjuncts.filter((other) => other !== conjunct);
    const plans: Plan[] = [];
    let rows = 0;
    for (const branch of conjunct.of) {
      const filter: Filter = { kind: "and", of: [branch, ...rest] };
      const plan = makePlan({ ...request, filter, sort: undefined, hint: undefined });
      if (plan.kind === "all" || (plan.kind === "index" && !plan.bounded)) break;
      if (plan.kind === "index") rows += request.estimate(plan, ESTIMATE_CAP);
      plans.push(plan);
    }
    if (plans.length < conjunct.of.length || (orderAvailable && rows >= ESTIMATE_CAP)) continue;
    return { kind: "union", plans, sorted: !request.sort?.length, exact: false };
  }
  return undefined;
}

/** The filter as a flat list of conditions that all have to hold. */
export function conjunctsOf(filter: Filter): Filter[] {
  return filter.kind === "and" ? filter.of.flatMap(conjunctsOf) : [filter];
}

/** Bounds and order that one index offers, undefined when it offers neither. */
function planIndex(request: PlanRequest, index: Index, conjuncts: Filter[]): IndexPlan | undefined {
  const used = new Set<Filter>();
  let prefixes: unknown[][] = [[]];
  let equalities = 0;
  let exact = true;
  let present = !index.sparse;
  let arrayBound = false;
  let ranges: Range[] | undefined;
  for (let at = 0; at < index.fields.length; at++) {
    const path = index.paths[at] as string;
    // Two fields below one array cannot both be bound: their values may stand in different elements.
    if (index.multikey[at] && arrayBound) break;
    const values = equalityValues(conjuncts, path, request.collation, index, used);
    if (values && prefixes.length * values.list.length <= MAX_RANGES) {
      prefixes = prefixes.flatMap((prefix) => values.list.map((value) => [...prefix, value]));
      used.add(values.source);
      exact &&= values.exact;
      present ||= values.exact;
      arrayBound ||= index.multikey[at] === true;
      equalities++;
      continue;
    }
    const bounds = rangeBounds(request, index, at, conjuncts, prefixes);
    if (bounds) {
      ranges = bounds.ranges;
      for (const source of bounds.used) used.add(source);
      exact &&= bounds.exact;
      present = true;
    }
    break;
  }
  const bounded = equalities > 0 || ranges !== undefined;
  // A sparse index lacks documents unless a bound says that they have the field.
  if (!present) return undefined;
  const isRanged = ranges !== undefined;
  ranges ??= prefixes.map((prefix) => prefixRange(index, prefix));
  ranges = normalise(ranges);
  const order = orderOf(request, index, prefixes, equalities, isRanged, ranges.length);
  if (!bounded && !order) return undefined;
  return {
    kind: "index",
    index,
    ranges,
    reverse: order?.reverse ?? false,
    sorted: order !== undefined || !request.sort?.length,
    merge: order?.merge ?? false,
    exact: exact && conjuncts.every((conjunct) => used.has(conjunct)),
    repeats: index.multikey.some(Boolean),
    equalities,
    bounded,
  };
}

function wholeIndex(request: PlanRequest, index: Index, conjuncts: Filter[]): IndexPlan {
  return {
    kind: "index",
    index,
    ranges: [{ low: Buffer.alloc(0), high: undefined, skip: 0 }],
    reverse: false,
    sorted: !request.sort?.length,
    merge: false,
    exact: conjuncts.length === 0,
    repeats: index.multikey.some(Boolean),
    equalities: 0,
    bounded: false,
  };
}

function prefixRange(index: Index, prefix: unknown[]): Range {
  const low = encodeKey(prefix, index.directions, index.collation);
  return { low, high: low.length === 0 ? undefined : successor(low), skip: low.length };
}

/** Sorted by bytes and without repetition, so that one walk after the other is in key order. */
function normalise(ranges: Range[]): Range[] {
  const sorted = ranges
    .filter((range) => range.high === undefined || Buffer.compare(range.low, range.high) < 0)
    .sort((a, b) => Buffer.compare(a.low, b.low));
  return sorted.filter((range, at) => {
    const previous = sorted[at - 1];
    return !previous || Buffer.compare(previous.low, range.low) !== 0;
  });
}

/** The values that a path is compared with for equality by one condition, when the index can look them up. */
function equalityValues(
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
function rangeBounds(
  request: PlanRequest,
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
      canLookUp(item.value, request.collation, index) &&
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
  if (pattern?.kind === "regex" && !request.collation && !index.collation) {
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

/** Whether the index gives the sort's order, walked forward or backward. */
function orderOf(
  request: PlanRequest,
  index: Index,
  prefixes: unknown[][],
  equalities: number,
  isRanged: boolean,
  rangeCount: number,
): { reverse: boolean; merge: boolean } | undefined {
  const sort = request.sort;
  if (!sort?.length || index.collation || request.collation) return undefined;
  // Fields before the first one with several values are constant in all ranges.
  const [first = []] = prefixes;
  let constant = 0;
  while (constant < equalities && prefixes.every((prefix) => prefix[constant] === first[constant]))
    constant++;
  const bound = equalities > 0 || isRanged;
  const direct = matchOrder(sort, index, constant, constant, bound);
  if (direct !== undefined) return { reverse: direct, merge: false };
  if (constant === equalities || rangeCount > MAX_MERGED) return undefined;
  const merged = matchOrder(sort, index, equalities, constant, bound);
  return merged === undefined ? undefined : { reverse: merged, merge: true };
}

/** Compares the sort with the index's fields from `start`; `constant` leading fields may be named or not. */
function matchOrder(
  sort: readonly (readonly [string, Direction])[],
  index: Index,
  start: number,
  constant: number,
  bound: boolean,
): boolean | undefined {
  let at = start;
  let reverse: boolean | undefined;
  for (const [path, direction] of sort) {
    const named = index.paths.indexOf(path);
    if (named >= 0 && named < constant && !index.multikey[named]) continue;
    if (index.paths[at] !== path) return undefined;
    // The key that a walk meets first is the document's least (or greatest) only without bounds.
    if (index.multikey[at] && bound) return undefined;
    const backward = direction !== index.directions[at];
    if (reverse !== undefined && reverse !== backward) return undefined;
    reverse = backward;
    at++;
  }
  return reverse ?? false;
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

function isNaturalHint(hint: unknown): Direction | undefined {
  if (typeof hint !== "object" || hint === null || !("$natural" in hint)) return undefined;
  return Number(hint.$natural) < 0 ? -1 : 1;
}

function hintedIndex(collection: Collection, hint: unknown): Index | undefined {
  if (
    isNaturalHint(hint) !== undefined ||
    (typeof hint === "object" && hint !== null && !Object.keys(hint).length)
  ) {
    return undefined;
  }
  const index = collection.indexes.find((item) =>
    typeof hint === "string" ? item.name === hint : equalValues(item.spec["key"], hint as Doc),
  );
  if (!index) {
    throw new MongoError(
      2,
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  }
  return index;
}
