import type { IndexField } from "../language/key.js";
import type { Index } from "./catalog.js";

const MAX_MERGED = 64;

/** Equality prefix of the ranges: the values of each field, `count` combinations in all. */
export type EqualityPrefix = { lists: readonly { value: unknown }[][]; count: number; isRanged: boolean };

/** How an index is walked to be in the order of a sort. */
export type Order = { reverse: boolean; merge: boolean };

/** Whether an index gives the sort's order, walked forward or backward, by itself or with its ranges merged. */
export function indexOrderFor(
  sort: readonly IndexField[] | undefined,
  index: Index,
  { lists, count, isRanged }: EqualityPrefix,
): Order | undefined {
  if (!sort?.length) return undefined;
  const equalities = lists.length;
  // Fields before the first one with several values are constant in all ranges.
  const several = lists.findIndex((list) => list.some(({ value }) => value !== list[0]?.value));
  const constant = several < 0 ? equalities : several;
  const isBounded = equalities > 0 || isRanged;
  const direct = matchOrder(sort, index, constant, constant, isBounded);
  if (direct !== undefined) return { reverse: direct, merge: false };
  if (constant === equalities || count > MAX_MERGED) return undefined;
  const merged = matchOrder(sort, index, equalities, constant, isBounded);
  return merged === undefined ? undefined : { reverse: merged, merge: true };
}

/** Compares the sort with the index's fields from `start`; `constant` leading fields may be named or not. */
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
    // The key that a walk meets first is the document's least (or greatest) only without bounds.
    if (index.multikey[at] && isBounded) return undefined;
    const backward = direction !== index.directions[at];
    if (reverse !== undefined && reverse !== backward) return undefined;
    reverse = backward;
    at++;
  }
  return reverse ?? false;
}
