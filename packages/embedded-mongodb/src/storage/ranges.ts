import { encodeKey, prefixUpperBound } from "../language/key.js";
import type { Budget, Coroutine, Stream } from "./budget.js";
import type { Index } from "./catalog.js";
import type { SqlValue } from "./database.js";
import type { IndexPlan } from "./plan-index.js";
import type { DocumentStore } from "./store.js";

/**
 * Half-open byte range of index keys. `skip` is the length of their common equality prefix. `exact`: every key belongs to
 * a document that fulfils the conditions of the range.
 */
export type Range = {
  low: Buffer;
  high: Buffer | undefined;
  skip: number;
  exact: boolean;
};

/** Number of entries that one statement counts. */
const COUNT_BATCH_SIZE = 10_000;
/** Maximum number of ranges that an estimate counts. */
const ESTIMATED_RANGES = 64;

/** Leading values of keys. `exact`: every document with such a key fulfils the conditions that the values express. */
export type Prefix = { values: unknown[]; exact: boolean };

/** The Cartesian product of the fields' values; one empty prefix without fields. */
export function prefixesOf(lists: readonly { value: unknown; exact: boolean }[][]): Prefix[] {
  return lists.reduce<Prefix[]>(
    (prefixes, list) =>
      prefixes.flatMap((prefix) =>
        list.map(({ value, exact }) => ({
          values: [...prefix.values, value],
          exact: prefix.exact && exact,
        })),
      ),
    [{ values: [], exact: true }],
  );
}

/** The range of all keys that begin with the values. */
export function prefixRange(index: Index, { values, exact }: Prefix): Range {
  const low = encodeKey(values, index.directions);
  return { low, high: low.length === 0 ? undefined : prefixUpperBound(low), skip: low.length, exact };
}

export function intersect(a: Range, b: Range): Range {
  const low = Buffer.compare(a.low, b.low) > 0 ? a.low : b.low;
  const high =
    a.high === undefined || (b.high !== undefined && Buffer.compare(b.high, a.high) < 0) ? b.high : a.high;
  return { low, high, skip: a.skip, exact: a.exact && b.exact };
}

/** Sorts ranges by bytes and removes duplicates, so that scanning them in turn yields key order. */
export function sortRanges(ranges: Range[]): Range[] {
  const sorted = ranges
    .filter((range) => range.high === undefined || Buffer.compare(range.low, range.high) < 0)
    .sort((a, b) => Buffer.compare(a.low, b.low));
  return sorted.filter((range, at) => {
    const previous = sorted[at - 1];
    return !previous || Buffer.compare(previous.low, range.low) !== 0;
  });
}

/** The last index entry that a scan has read. */
export type Position = [key: Buffer, row: number];

/**
 * A range as SQL, or its rest after the position `last`. The position replaces the bound on its side, because SQLite
 * would seek to either of two bounds and might read the earlier entries again.
 */
export function rangeToSql(
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

/** Maximum number of ranges that one statement checks. */
const RANGE_BATCH_SIZE = 64;
const RANGE_BATCH_SIZES = [4, 8, 16, 32, RANGE_BATCH_SIZE];
/** Cached SQL texts: building a text of a kilobyte and looking its statement up costs as much as reading several rows. */
const sqlTexts = new Map<string, string>();
const NO_KEY = Buffer.alloc(0);
/** Upper bound of all keys: no key begins with this byte, because no type's order, inverted or not, has this value. */
const ABOVE_ALL = Buffer.of(0xff);

function nonEmptyRangesSql(table: string, length: number): string {
  const name = `${table} ${length}`;
  const known = sqlTexts.get(name);
  if (known) return known;
  const rows = Array.from({ length }, (_, at) => `(${at}, ?, ?)`).join(", ");
  const sql =
    `WITH asked(n, low, high) AS (VALUES ${rows}) SELECT n FROM asked ` +
    `WHERE EXISTS (SELECT 1 FROM ${table} WHERE k >= low AND k < high) ORDER BY n`;
  sqlTexts.set(name, sql);
  return sql;
}

/**
 * The non-empty ranges, in the given order. One statement checks many ranges, because a statement per empty range would
 * dominate. Entries written during the scan may be missed, as in any scan.
 */
export function* nonEmptyRanges(
  { store, budget }: { store: DocumentStore; budget: Budget },
  index: Index,
  ranges: Range[],
): Stream<Range> {
  for (let from = 0; from < ranges.length; from += RANGE_BATCH_SIZE) {
    const some = ranges.slice(from, from + RANGE_BATCH_SIZE);
    store.catalog.refuseDropped(index.table);
    // Batches have few sizes, so that few prepared statements suffice; they are padded with empty ranges.
    const length = RANGE_BATCH_SIZES.find((each) => each >= some.length) ?? RANGE_BATCH_SIZE;
    const bounds: SqlValue[] = [];
    for (let at = 0; at < length; at++) {
      const { low, high } = some[at] ?? { low: NO_KEY, high: NO_KEY };
      bounds.push(low, high ?? ABOVE_ALL);
    }
    for (const [at] of store.database.all<[number]>(nonEmptyRangesSql(index.table, length), bounds))
      yield some[at] as Range;
    if (budget.due) yield undefined;
  }
}

/** Whether an index has an entry in a range. */
export function hasEntries(store: DocumentStore, index: Index, range: Range): boolean {
  const [where, parameters] = rangeToSql(range);
  return store.database.get(`SELECT 1 FROM ${index.table} ${where} LIMIT 1`, parameters) !== undefined;
}

/** Estimates the number of index entries that a plan reads, up to `cap`. */
export function estimate(store: DocumentStore, { index, ranges }: IndexPlan, cap: number): number {
  let total = 0;
  for (const range of ranges.slice(0, ESTIMATED_RANGES)) {
    const [where, parameters] = rangeToSql(range);
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${index.table} ${where} LIMIT ?)`;
    total += store.database.number(sql, [...parameters, cap - total]);
    if (total >= cap) return cap;
  }
  return Math.min(cap, (total * ranges.length) / Math.min(ranges.length || 1, ESTIMATED_RANGES));
}

/** The number of index entries in the ranges of a plan. */
export function* countEntries(
  store: DocumentStore,
  { index, ranges }: IndexPlan,
  budget: Budget,
): Coroutine<number> {
  let total = 0;
  for (const range of ranges) {
    for (let last: Position | undefined; ;) {
      store.catalog.refuseDropped(index.table);
      const [where, parameters] = rangeToSql(range, "", last);
      const page = `FROM ${index.table} ${where} ORDER BY k, r LIMIT 1 OFFSET ${COUNT_BATCH_SIZE - 1}`;
      last = store.database.get<Position>(`SELECT k, r ${page}`, parameters);
      if (!last) {
        total += store.database.number(`SELECT count(*) FROM ${index.table} ${where}`, parameters);
        break;
      }
      total += COUNT_BATCH_SIZE;
      if (budget.due) yield;
    }
    if (budget.due) yield;
  }
  return total;
}
