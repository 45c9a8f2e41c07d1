import { encodeKey, successor } from "../language/key.js";
import type { Index } from "./catalog.js";
import type { Bind } from "./database.js";
import type { IndexPlan } from "./plan.js";
import type { Store } from "./store.js";
import type { Steps, Work } from "./work.js";

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

/** A range as SQL. */
export function within(range: Range, key = "k"): [where: string, binds: Bind[]] {
  if (range.high === undefined) return [`WHERE ${key} >= ?`, [range.low]];
  return [`WHERE ${key} >= ? AND ${key} < ?`, [range.low, range.high]];
}

/** About how many index entries a plan reads, not counting further than `cap`. */
export function estimate(store: Store, { index, ranges }: IndexPlan, cap: number): number {
  let total = 0;
  for (const range of ranges.slice(0, ESTIMATED_RANGES)) {
    const [where, binds] = within(range);
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${index.table} ${where} LIMIT ?)`;
    total += Number(store.database.get<[number]>(sql, [...binds, cap - total])?.[0] ?? 0);
    if (total >= cap) return cap;
  }
  return Math.min(cap, (total * ranges.length) / Math.min(ranges.length || 1, ESTIMATED_RANGES));
}

/** The number of index entries in the ranges of a plan. */
export function* countEntries(store: Store, { index, ranges }: IndexPlan, work: Work): Steps<number> {
  let total = 0;
  const position = index.isId ? "k" : "k, r";
  const after = index.isId ? "k > ?" : "(k, r) > (?, ?)";
  for (const range of ranges) {
    const [where, binds] = within(range);
    for (let from: Bind[] | undefined; ;) {
      store.catalog.refuseDropped(index.table);
      const rest = from ? `${where} AND ${after}` : where;
      const values = from ? [...binds, ...from] : binds;
      const entries = `FROM ${index.table} ${rest} ORDER BY ${position}`;
      from = store.database.get<[Bind, Bind]>(
        `SELECT ${position} ${entries} LIMIT 1 OFFSET ${COUNTED_AT_ONCE - 1}`,
        values,
      );
      if (!from) {
        total += Number(
          store.database.get<[number]>(`SELECT count(*) FROM ${index.table} ${rest}`, values)?.[0] ?? 0,
        );
        break;
      }
      total += COUNTED_AT_ONCE;
      if (work.due) yield;
    }
    if (work.due) yield;
  }
  return total;
}
