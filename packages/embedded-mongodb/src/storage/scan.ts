import { decode, valuesAt, type Doc } from "../language/bson.js";
import { encodeKey, prefixUpperBound } from "../language/key.js";
import type { Budget, Stream } from "./budget.js";
import type { Collection } from "./catalog.js";
import type { IndexPlan } from "./plan-index.js";
import type { Plan } from "./plan.js";
import { nonEmptyRanges, rangeToSql, type Position, type Range } from "./ranges.js";
import type { DocumentStore } from "./store.js";

const BATCH = 256;
/** Maximum bytes of a document in a batch. Larger ones are fetched one by one, so that a batch stays below a megabyte. */
const INLINE_BYTES = 4000;
const INLINE = `CASE WHEN length(c.d) <= ${INLINE_BYTES} THEN c.d END`;

/** Number of sequential reads that cost about as much as one seek. */
const LEAP_AFTER = 16;

/** Minimum number of ranges that makes a statement to find the non-empty ones worth its cost. */
const MANY_RANGES = 4;

/** A document that was found, decoded lazily. `fulfils`: its index range proves that it matches the filter. */
export class Row {
  #doc: Doc | undefined;

  constructor(
    readonly rowid: number,
    readonly bytes: Buffer,
    readonly fulfils = false,
  ) {}

  get doc(): Doc {
    return (this.#doc ??= decode(this.bytes));
  }
}

type Entry = {
  key: Buffer;
  row: Row;
};

/** Context of a scan: the collection, the expected number of rows, and the time budget. */
export type IndexScan = {
  store: DocumentStore;
  collection: Collection;
  expected: number;
  budget: Budget;
};

/** Yields each row of a plan once. */
export function* scanRows(walk: IndexScan, plan: Plan): Stream<Row> {
  if (plan.kind === "all") {
    yield* walkTable(walk, plan);
    return;
  }
  const seen = plan.kind === "union" || plan.repeats ? new Set<number>() : undefined;
  for (const row of plan.kind === "union" ? walkUnion(walk, plan.plans) : walkIndex(walk, plan)) {
    if (!row || !seen) {
      yield row;
    } else if (!seen.has(row.rowid)) {
      seen.add(row.rowid);
      yield row;
    } else if (walk.budget.due) {
      yield undefined;
    }
  }
}

/**
 * Skip scan: yields rows that fulfil a filter and together have every value of a field, whose values follow the equality
 * prefix in the index. Entries with the previous row's value are skipped, by a seek if there are many.
 */
export function* skipScan(
  walk: Omit<IndexScan, "expected">,
  plan: IndexPlan,
  path: string,
  fulfils: (row: Row) => boolean,
): Stream<Row> {
  const { index, equalities, ranges } = plan;
  const direction = index.directions[equalities] ?? 1;
  const partOf = (prefix: Buffer, value: unknown) => Buffer.concat([prefix, encodeKey([value], [direction])]);
  const begins = (key: Buffer, part: Buffer) => key.subarray(0, part.length).equals(part);
  for (const range of ranges) {
    for (let low: Buffer | undefined = range.low; low;) {
      const from: Range = { ...range, low };
      let part: Buffer | undefined;
      let repeated = 0;
      low = undefined;
      for (const { key, row } of walkRange({ ...walk, expected: LEAP_AFTER }, plan, from)) {
        if (part && begins(key, part)) {
          if (++repeated < LEAP_AFTER - 1) continue;
          low = prefixUpperBound(part);
          break;
        }
        repeated = 0;
        const here = fulfils(row) ? row : undefined;
        // A missing field has the key of null: this row has no value, but the next one may have.
        part = (here ? valuesAt(row.doc, path) : [])
          .map((value) => partOf(range.low, value))
          .find((bytes) => begins(key, bytes));
        if (here) yield here;
        if (walk.budget.due) yield undefined;
      }
    }
    if (walk.budget.due) yield undefined;
  }
}

function* walkUnion(walk: IndexScan, plans: Plan[]): Stream<Row> {
  for (const plan of plans) yield* scanRows(walk, plan);
}

function* walkIndex(walk: IndexScan, plan: IndexPlan): Stream<Row> {
  const ranges = plan.reverse ? [...plan.ranges].reverse() : plan.ranges;
  if (plan.merge) {
    yield* merged(walk, plan, ranges);
    return;
  }
  for (const range of ranges.length < MANY_RANGES ? ranges : nonEmptyRanges(walk, plan.index, ranges)) {
    if (range) for (const { row } of walkRange(walk, plan, range)) yield row;
    // Many ranges may be empty, and a scan without rows would otherwise never yield to other commands.
    if (walk.budget.due) yield undefined;
  }
}

/** Merges ranges in the order of the fields after their equality prefix. */
function* merged(walk: IndexScan, plan: IndexPlan, ranges: Range[]): Stream<Row> {
  const walks = ranges.map((range) => walkRange(walk, plan, range));
  const heads = walks.map((entries) => entries.next());
  for (;;) {
    let best = -1;
    let bestKey: Buffer | undefined;
    heads.forEach((head, at) => {
      if (head.done) return;
      const key = head.value.key.subarray(ranges[at]?.skip);
      const order = bestKey ? Buffer.compare(key, bestKey) : 0;
      if (!bestKey || (plan.reverse ? order > 0 : order < 0)) [best, bestKey] = [at, key];
    });
    const head = heads[best];
    if (!head || head.done) return;
    yield head.value.row;
    heads[best] = (walks[best] as Generator<Entry, void>).next();
  }
}

/**
 * Scans one range of an index. Each batch is a separate statement that starts after the last key, so no statement stays
 * open in SQLite between batches and other commands can write.
 */
function* walkRange(walk: IndexScan, { index, reverse }: IndexPlan, range: Range): Generator<Entry, void> {
  const { table } = walk.collection;
  const order = reverse ? "DESC" : "ASC";
  const keys = index.isId ? "c." : "i.";
  const tables = index.isId ? `${table} c` : `${index.table} i CROSS JOIN ${table} c ON c.r = i.r`;
  const by = `ORDER BY ${keys}k ${order}, ${keys}r ${order} LIMIT ?`;
  const read = (size: number) => {
    const [where, parameters] = rangeToSql(range, keys, last, reverse);
    const sql = `SELECT c.r, ${INLINE}, ${keys}k FROM ${tables} ${where} ${by}`;
    return walk.store.database.all<[number, Buffer | null, Buffer]>(sql, [...parameters, size]);
  };
  let last: Position | undefined;
  for (const [row, bytes, key] of batches(walk, index.table, read)) {
    last = [key, row];
    const found = content(walk, row, bytes, range.exact);
    if (found) yield { key, row: found };
  }
}

function* walkTable(walk: IndexScan, { reverse, exact }: Plan & { kind: "all" }): Stream<Row> {
  let last: number | undefined;
  const order = `ORDER BY c.r ${reverse ? "DESC" : "ASC"} LIMIT ?`;
  const read = (size: number) => {
    const [where, parameters] =
      last === undefined ? ["", []] : [`WHERE c.r ${reverse ? "<" : ">"} ?`, [last]];
    const sql = `SELECT c.r, ${INLINE} FROM ${walk.collection.table} c ${where} ${order}`;
    return walk.store.database.all<[number, Buffer | null]>(sql, [...parameters, size]);
  };
  for (const [row, bytes] of batches(walk, walk.collection.table, read)) {
    last = row;
    const found = content(walk, row, bytes, exact);
    if (found) yield found;
  }
}

/** Reads rows in batches. A write discards the rest of the batch, which is read again. */
function* batches<R>(
  { store, expected }: IndexScan,
  table: string,
  read: (size: number) => R[],
): Generator<R, void> {
  let size = Math.max(1, Math.min(expected, BATCH));
  for (;;) {
    const { version } = store;
    store.catalog.refuseDropped(table);
    const rows = read(size);
    for (const row of rows) {
      yield row;
      store.catalog.refuseDropped(table);
      if (store.version !== version) break;
    }
    if (rows.length < size && store.version === version) return;
    size = BATCH;
  }
}

function content(
  { store, collection }: IndexScan,
  row: number,
  inline: Buffer | null,
  fulfils: boolean,
): Row | undefined {
  const bytes = inline ?? store.fetch(collection, row);
  return bytes && new Row(row, bytes, fulfils);
}
