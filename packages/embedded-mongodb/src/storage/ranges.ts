import { encodeKey, successor } from "../language/key.js";
import type { Budget, Coroutine } from "./budget.js";
import type { Index } from "./catalog.js";
import type { SqlValue } from "./database.js";
import type { IndexPlan } from "./plan.js";
import type { Store } from "./store.js";

/** Half-open byte range of index keys; `skip` is the length of the equality part they share. */
export type Range = {
  low: Buffer;
  high: Buffer | undefined;
  skip: number;
};

/** Entries that are counted in one statement. */
const COUNTED_AT_ONCE = 10_000;
/** Of longer lists of ranges only this many are counted for an estimate. */
const ESTIMATED_RANGES = 64;

/** All keys that begin with the values. */
export function prefixRange(index: Index, values: unknown[]): Range {
  const low = encodeKey(values, index.directions);
  return { low, high: low.length === 0 ? undefined : successor(low), skip: low.length };
}

/** The keys that are in both. */
export function intersect(a: Range, b: Range): Range {
  const low = Buffer.compare(a.low, b.low) > 0 ? a.low : b.low;
  const high =
    a.high === undefined || (b.high !== undefined && Buffer.compare(b.high, a.high) < 0) ? b.high : a.high;
  return { low, high, skip: a.skip };
}

/** Sorted by bytes and without repetition, so that one walk after the other is in key order. */
export function inOrder(ranges: Range[]): Range[] {
  const sorted = ranges
    .filter((range) => range.high === undefined || Buffer.compare(range.low, range.high) < 0)
    .sort((a, b) => Buffer.compare(a.low, b.low));
  return sorted.filter((range, at) => {
    const previous = sorted[at - 1];
    return !previous || Buffer.compare(previous.low, range.low) !== 0;
  });
}

/** An index entry that a walk has come to. */
export type Position = [key: Buffer, row: number];

/**
 * A range as SQL, or what is left of it beyond a position. That takes the place of a bound: of two on one side SQLite
 * begins at either, and might read all again that was read before.
 */
export function within(
  { low, high }: Range,
  table = "",
  last?: Position,
  reverse = false,
): [where: string, parameters: SqlValue[]] {
  const entry = `(${table}k, ${table}r)`;
  const bounds: [sql: string, parameters: SqlValue[]][] = [
    last && !reverse ? [`${entry} > (?, ?)`, last] : [`${table}k >= ?`, [low]],
  ];
  if (last && reverse) bounds.push([`${entry} < (?, ?)`, last]);
  else if (high) bounds.push([`${table}k < ?`, [high]]);
  return [
    `WHERE ${bounds.map(([sql]) => sql).join(" AND ")}`,
    bounds.flatMap(([, parameters]) => parameters),
  ];
}

/** About how many index entries a plan reads, not counting further than `cap`. */
export function estimate(store: Store, { index, ranges }: IndexPlan, cap: number): number {
  let total = 0;
  for (const range of ranges.slice(0, ESTIMATED_RANGES)) {
    const [where, parameters] = within(range);
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${index.table} ${where} LIMIT ?)`;
    total += store.database.number(sql, [...parameters, cap - total]);
    if (total >= cap) return cap;
  }
  return Math.min(cap, (total * ranges.length) / Math.min(ranges.length || 1, ESTIMATED_RANGES));
}

/** The number of index entries in the ranges of a plan. */
export function* countEntries(store: Store, { index, ranges }: IndexPlan, budget: Budget): Coroutine<number> {
  let total = 0;
  for (const range of ranges) {
    for (let last: Position | undefined; ;) {
      store.catalog.refuseDropped(index.table);
      const [where, parameters] = within(range, "", last);
      const page = `FROM ${index.table} ${where} ORDER BY k, r LIMIT 1 OFFSET ${COUNTED_AT_ONCE - 1}`;
      last = store.database.get<Position>(`SELECT k, r ${page}`, parameters);
      if (!last) {
        total += store.database.number(`SELECT count(*) FROM ${index.table} ${where}`, parameters);
        break;
      }
      total += COUNTED_AT_ONCE;
      if (budget.due) yield;
    }
    if (budget.due) yield;
  }
  return total;
}
