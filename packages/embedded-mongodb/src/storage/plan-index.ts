import type { Filter } from "../language/filter.js";
import type { IndexField } from "../language/key.js";
import { equalityValues, rangeBounds, type Bounds, type EqualityValue } from "./bind.js";
import type { Index } from "./catalog.js";
import { prefixesOf, prefixRange, sortRanges, type Range } from "./ranges.js";

const MAX_MERGED = 64;

/** Equality prefix of the ranges: the values of each field (`count` combinations), and whether a range follows. */
export type EqualityPrefix = { lists: readonly { value: unknown }[][]; count: number; isRanged: boolean };

/** How an index scan yields the order of a sort: backward, or by merging its ranges. */
export type Order = { reverse: boolean; merge: boolean };

/** How a scan of the index can yield its rows in the order of the sort; undefined if it cannot. */
export function indexOrderFor(
  sort: readonly IndexField[] | undefined,
  index: Index,
  { lists, count, isRanged }: EqualityPrefix,
): Order | undefined {
  if (!sort?.length) return undefined;
  const equalities = lists.length;
  // Each field before `firstVaried` has one value, so that it does not affect the order.
  const firstVaried = lists.findIndex((list) => list.some(({ value }) => value !== list[0]?.value));
  const constant = firstVaried < 0 ? equalities : firstVaried;
  const isBounded = equalities > 0 || isRanged;
  const direct = matchOrder(sort, index, constant, constant, isBounded);
  if (direct !== undefined) return { reverse: direct, merge: false };
  if (constant === equalities || count > MAX_MERGED) return undefined;
  const merged = matchOrder(sort, index, equalities, constant, isBounded);
  return merged === undefined ? undefined : { reverse: merged, merge: true };
}

/**
 * Compares the sort with the fields of the index from `start`. The first `constant` fields have one value each, so the
 * sort may contain or omit them.
 * @returns whether the scan runs backward; undefined if the orders differ
 */
function matchOrder(
  sort: readonly IndexField[],
  index: Index,
  start: number,
  constant: number,
  isBounded: boolean,
): boolean | undefined {
  let at = start;
  let reverse: boolean | undefined;
  for (const [path, direction] of sort) {
    const named = index.paths.indexOf(path);
    if (named >= 0 && named < constant && !index.multikey[named]) continue;
    if (index.paths[at] !== path) return undefined;
    // With bounds, the first key found of a document need not be its least (or greatest).
    if (index.multikey[at] && isBounded) return undefined;
    const backward = direction !== index.directions[at];
    if (reverse !== undefined && reverse !== backward) return undefined;
    reverse = backward;
    at++;
  }
  return reverse ?? false;
}

/** Maximum number of ranges from combined lists of values. A single list may be longer. */
const MAX_COMBINED = 1000;

/** The part of a filter that limits a scan of an index to ranges. */
type Bound = {
  /** Values of each field of the equality prefix, and bounds of the field after it. */
  lists: EqualityValue[][];
  bounds: Bounds | undefined;
  /** The conditions that `lists` and `bounds` express. */
  used: ReadonlySet<Filter>;
  /** Whether `used` contains every condition of the filter. */
  isWhole: boolean;
};

/**
 * A scan of one index. It is a class, because V8 retains the closure of an object literal's accessor, and so each plan's
 * ranges and command, until the next full garbage collection.
 */
export class IndexPlan {
  readonly kind = "index";
  /** Whether rows come in the order of the requested sort. */
  readonly sorted: boolean;
  readonly reverse: boolean;
  /** Whether the requested sort requires merging the ranges by the fields after the equality prefix. */
  readonly merge: boolean;
  /** Whether every row of the ranges fulfils the filter, so that documents need no check. */
  readonly exact: boolean;
  /** Whether a document may occur more than once. */
  readonly repeats: boolean;
  /** Number of fields bound by equality, and whether a range follows; the planner compares both. */
  readonly equalities: number;
  readonly bounded: boolean;
  /** The conditions that the ranges express. */
  readonly used: ReadonlySet<Filter>;
  readonly #bound: Bound;
  #ranges: Range[] | undefined;

  constructor(
    readonly index: Index,
    bound: Bound,
    sort: readonly IndexField[] | undefined,
    order: Order | undefined,
  ) {
    const { lists, bounds, used, isWhole } = bound;
    this.sorted = order !== undefined || !sort?.length;
    this.reverse = order?.reverse ?? false;
    this.merge = order?.merge ?? false;
    this.exact =
      isWhole && (bounds?.exact ?? true) && lists.every((list) => list.every(({ exact }) => exact));
    this.repeats = index.multikey.some(Boolean);
    this.equalities = lists.length;
    this.bounded = lists.length > 0 || bounds !== undefined;
    this.used = used;
    this.#bound = bound;
  }

  /** Ranges in key order, computed lazily because most candidate plans never need them. */
  get ranges(): Range[] {
    return (this.#ranges ??= this.#computeRanges());
  }

  #computeRanges(): Range[] {
    const { lists, bounds, isWhole } = this.#bound;
    const prefixes = prefixesOf(lists);
    const all = sortRanges(prefixes.map(bounds?.rangeOf ?? ((prefix) => prefixRange(this.index, prefix))));
    return isWhole ? all : all.map((range) => ({ ...range, exact: false }));
  }
}

/** Checks that no key of an index begins with these values. */
export type IsEmpty = (index: Index, values: unknown[]) => boolean;

/**
 * An equality with null must also scan the key of empty arrays, which is the first value of its list. If no entry has
 * this key, which is the common case, the value is removed. One exact range then remains, in the order of the fields
 * after it.
 */
function withoutEmptyArrays(
  list: EqualityValue[],
  before: readonly EqualityValue[][],
  hasNone: (values: unknown[]) => boolean,
): EqualityValue[] {
  const [first, ...others] = list;
  if (!first || first.value !== undefined || before.some(({ length }) => length !== 1)) return list;
  return hasNone([...before.map(([only]) => only?.value), undefined]) ? others : list;
}

/** Plans a scan of an index; undefined if it offers neither bounds nor order and no hint names it. */
export function planIndex(
  { sort, isEmpty }: { sort?: readonly IndexField[] | undefined; isEmpty?: IsEmpty },
  index: Index,
  conjuncts: Filter[],
  hinted = false,
): IndexPlan | undefined {
  const used = new Set<Filter>();
  const lists: EqualityValue[][] = [];
  let count = 1;
  let present = !index.sparse;
  let arrayBound = false;
  let bounds: Bounds | undefined;
  for (let at = 0; at < index.fields.length; at++) {
    const path = index.paths[at] as string;
    // Two fields below one array cannot both be bound, because their values may be in different elements.
    if (index.multikey[at] && arrayBound) break;
    const values = equalityValues(conjuncts, path, used);
    const list =
      values && isEmpty ? withoutEmptyArrays(values.list, lists, (all) => isEmpty(index, all)) : values?.list;
    const combined = count * (list?.length ?? 0);
    if (values && list && (count === 1 || list.length === 1 || combined <= MAX_COMBINED)) {
      lists.push(list);
      count = combined;
      used.add(values.condition);
      present ||= values.present;
      arrayBound ||= index.multikey[at] === true;
      continue;
    }
    bounds = rangeBounds(index, at, conjuncts);
    for (const condition of bounds?.used ?? []) used.add(condition);
    present ||= bounds !== undefined;
    break;
  }
  // A sparse index lacks documents unless a bound says that they have the field.
  if (!present && !hinted) return undefined;
  const order = indexOrderFor(sort, index, { lists, count, isRanged: bounds !== undefined });
  if (lists.length === 0 && !bounds && !order && !hinted) return undefined;
  const isWhole = conjuncts.every((conjunct) => used.has(conjunct));
  return new IndexPlan(index, { lists, bounds, used, isWhole }, sort, order);
}
