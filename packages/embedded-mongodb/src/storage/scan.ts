import { MongoError } from "../errors.js";
import { decode, type Doc } from "../language/bson.js";
import type { Collation } from "../language/compare.js";
import { matches, type Filter } from "../language/filter.js";
import type { CompiledSort } from "../language/sort.js";
import type { Collection, Index } from "./catalog.js";
import type { Bind } from "./database.js";
import type { Range } from "./bounds.js";
import { makePlan, type IndexPlan, type Plan } from "./plan.js";
import type { Store } from "./store.js";

/** Where rows are read; a Store is one. */
export type Source = Pick<Store, "database" | "fetch" | "count" | "version">;

/** What a command asks of a collection. */
export type Query = {
  filter: Filter;
  sort?: CompiledSort | undefined;
  collation?: Collation | undefined;
  hint?: unknown;
  skip?: number;
  /** 0 for no limit. */
  limit?: number;
  /** Time (as of Date.now) at which the query gives up. */
  deadline?: number | undefined;
  /** Counts what was looked at, for explain. */
  examined?: { keys: number; docs: number };
};

const NOTHING = Buffer.alloc(0);
const BATCH = 256;
const SORT_MEMORY = 100 * 1024 * 1024;
/** Larger documents are fetched one by one, so that a batch of rows stays small. */
const LARGE = 65536;

/** A document found; it is decoded when somebody looks at it. */
export class Row {
  #doc: Doc | undefined;

  constructor(
    readonly row: number,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    return (this.#doc ??= decode(this.bytes));
  }

  /** The row's number alone, for long lists. */
  withoutContent(): Row {
    return new Row(this.row, NOTHING);
  }
}

type Step = {
  key: Buffer;
  row: number;
  bytes: Buffer;
};

/** The plan for a query. */
export function planFor(source: Source, collection: Collection, query: Query): Plan {
  return makePlan({
    collection,
    filter: query.filter,
    sort: query.sort?.fields,
    collation: query.collation ?? collection.collation,
    hint: query.hint,
    estimate: (plan, cap) => countRanges(source, plan, cap),
  });
}

/** The documents of a query, in its order. Nothing is held but a position, except by a blocking sort. */
export function* find(source: Source, collection: Collection, query: Query): Generator<Row> {
  const plan = planFor(source, collection, query);
  let skip = query.skip ?? 0;
  let left = query.limit || Infinity;
  const expected = plan.exact && plan.kind === "index" ? skip + left : (skip + left) * 2;
  const rows = plan.sorted
    ? matching(source, collection, plan, query, expected)
    : sorted(source, collection, matching(source, collection, plan, query, Infinity), query, skip + left);
  for (const row of rows) {
    if (skip > 0) {
      skip--;
      continue;
    }
    yield row;
    if (--left <= 0) return;
  }
}

/** How many documents fulfil the filter; from the index alone where its ranges say it exactly. */
export function count(source: Source, collection: Collection, query: Query): number {
  const skip = query.skip ?? 0;
  const limit = query.limit || Infinity;
  const plan = planFor(source, collection, query);
  let total = 0;
  if (plan.kind === "all" && plan.exact) total = source.count(collection);
  else if (plan.kind === "index" && plan.exact && !plan.repeats) total = countRanges(source, plan, Infinity);
  else if (plan.kind === "index" && plan.exact && plan.ranges.length === 1) {
    const [where, binds] = within(plan.ranges[0] as Range);
    total = Number(
      source.database.get(`SELECT count(DISTINCT r) FROM ${plan.index.table} ${where}`, binds)?.[0],
    );
  } else {
    for (const row of matching(source, collection, plan, query, Infinity)) {
      void row;
      if (++total >= skip + limit) break;
    }
  }
  return Math.min(Math.max(total - skip, 0), limit);
}

/** The rows of a plan that fulfil the filter, each once. */
function* matching(
  source: Source,
  collection: Collection,
  plan: Plan,
  query: Query,
  expected: number,
): Generator<Row> {
  let looked = 0;
  for (const row of candidates(source, collection, plan, expected)) {
    if (query.deadline !== undefined && ++looked % 64 === 0 && Date.now() > query.deadline) {
      throw new MongoError(50, "operation exceeded time limit");
    }
    if (query.examined) {
      query.examined.docs++;
      if (plan.kind !== "all") query.examined.keys++;
    }
    if (plan.exact || matches(query.filter, row.doc)) yield row;
  }
}

function* candidates(source: Source, collection: Collection, plan: Plan, expected: number): Generator<Row> {
  if (plan.kind === "all") {
    yield* walkTable(source, collection, plan.reverse, expected);
  } else if (plan.kind === "union") {
    const seen = new Set<number>();
    for (const part of plan.plans) {
      for (const row of candidates(source, collection, part, expected)) {
        if (seen.has(row.row)) continue;
        seen.add(row.row);
        yield row;
      }
    }
  } else {
    const seen = plan.repeats ? new Set<number>() : undefined;
    for (const { row, bytes } of walkPlan(source, collection, plan, expected)) {
      if (seen?.has(row)) continue;
      seen?.add(row);
      yield new Row(row, bytes);
    }
  }
}

function* walkPlan(
  source: Source,
  collection: Collection,
  plan: IndexPlan,
  expected: number,
): Generator<Step> {
  const walks = plan.ranges.map((range) =>
    walk(source, collection, plan.index, range, plan.reverse, expected),
  );
  if (plan.reverse) walks.reverse();
  if (!plan.merge) {
    for (const steps of walks) yield* steps;
    return;
  }
  const skips = plan.ranges.map((range) => range.skip);
  if (plan.reverse) skips.reverse();
  const heads = walks.map((steps) => steps.next());
  for (;;) {
    let best = -1;
    let bestKey: Buffer | undefined;
    heads.forEach((head, at) => {
      if (head.done) return;
      const key = head.value.key.subarray(skips[at]);
      const order = bestKey ? Buffer.compare(key, bestKey) : 0;
      if (!bestKey || (plan.reverse ? order > 0 : order < 0)) [best, bestKey] = [at, key];
    });
    const head = heads[best];
    if (!head || head.done) return;
    yield head.value;
    heads[best] = (walks[best] as Generator<Step>).next();
  }
}

/**
 * Walks one range of an index. Each batch is a statement of its own that starts after the last key, so
 * nothing stays open in SQLite between two batches and writes may come in between.
 */
function* walk(
  source: Source,
  collection: Collection,
  index: Index,
  range: Range,
  reverse: boolean,
  expected: number,
): Generator<Step> {
  const { table } = collection;
  const order = reverse ? "DESC" : "ASC";
  const beyond = reverse ? "<" : ">";
  const [where, bounds] = within(range, index.isId ? "c.k" : "i.k");
  const tables = index.isId ? `${table} c` : `${index.table} i CROSS JOIN ${table} c ON c.r = i.r`;
  const from = `SELECT ${index.isId ? "c" : "i"}.k, c.r, ${boundedBytes} FROM ${tables} ${where}`;
  const by = index.isId ? `ORDER BY c.k ${order} LIMIT ?` : `ORDER BY i.k ${order}, i.r ${order} LIMIT ?`;
  const after = index.isId ? `AND c.k ${beyond} ?` : `AND (i.k, i.r) ${beyond} (?, ?)`;
  let size = Math.max(1, Math.min(expected, BATCH));
  let position: Bind[] | undefined;
  for (;;) {
    const { version } = source;
    const rows = position
      ? source.database.all<[Buffer, number, Buffer | null]>(`${from} ${after} ${by}`, [
          ...bounds,
          ...position,
          size,
        ])
      : source.database.all<[Buffer, number, Buffer | null]>(`${from} ${by}`, [...bounds, size]);
    for (const [key, row, inline] of rows) {
      const bytes = inline ?? source.fetch(collection, row);
      if (bytes) yield { key, row, bytes };
      position = index.isId ? [key] : [key, row];
      // Something was written while the caller was away: what follows is read again.
      if (source.version !== version) break;
    }
    if (rows.length < size && source.version === version) return;
    size = BATCH;
  }
}

const boundedBytes = `CASE WHEN length(c.d) <= ${LARGE} THEN c.d END`;

function* walkTable(
  source: Source,
  collection: Collection,
  reverse: boolean,
  expected: number,
): Generator<Row> {
  let position: number | undefined;
  let size = Math.max(1, Math.min(expected, BATCH));
  for (;;) {
    const { version } = source;
    const where = position === undefined ? "" : `WHERE c.r ${reverse ? "<" : ">"} ?`;
    const order = reverse ? "DESC" : "ASC";
    const sql = `SELECT c.r, ${boundedBytes} FROM ${collection.table} c ${where} ORDER BY c.r ${order} LIMIT ?`;
    const rows = source.database.all<[number, Buffer | null]>(
      sql,
      position === undefined ? [size] : [position, size],
    );
    for (const [row, inline] of rows) {
      const bytes = inline ?? source.fetch(collection, row);
      if (bytes) yield new Row(row, bytes);
      position = row;
      if (source.version !== version) break;
    }
    if (rows.length < size && source.version === version) return;
    size = BATCH;
  }
}

/**
 * A blocking sort. It holds the sort keys and row numbers; the documents themselves only while they are
 * small altogether. With a limit it keeps no more than twice as many rows as can be answered.
 */
function* sorted(
  source: Source,
  collection: Collection,
  rows: Iterable<Row>,
  query: Query,
  wanted: number,
): Generator<Row> {
  const sort = query.sort as CompiledSort;
  let items: { keys: unknown[]; row: number; kept: Row | undefined }[] = [];
  let keyBytes = 0;
  let keptBytes = 0;
  const order = () => items.sort((a, b) => sort.compareKeys(a.keys, b.keys));
  for (const row of rows) {
    const keys = sort.keyOf(row.doc);
    keyBytes += sizeOf(keys);
    keptBytes += row.bytes.length;
    if (keyBytes > SORT_MEMORY) {
      throw new MongoError(
        292,
        `Executor error during find command :: caused by :: Sort exceeded memory limit of ${SORT_MEMORY} bytes, but did not opt in to external sorting.`,
      );
    }
    items.push({ keys, row: row.row, kept: keptBytes < 4_000_000 ? new Row(row.row, row.bytes) : undefined });
    if (items.length >= wanted * 2 + 64) {
      items = order().slice(0, wanted);
      keyBytes = items.reduce((sum, item) => sum + sizeOf(item.keys), 0);
      keptBytes = items.reduce((sum, item) => sum + (item.kept?.bytes.length ?? 0), 0);
    }
  }
  for (const { row, kept } of order()) {
    const bytes = kept?.bytes ?? source.fetch(collection, row);
    if (bytes) yield new Row(row, bytes);
  }
}

/** About how much memory a value takes. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return 32 + value.length * 2;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 96);
  if (value instanceof Uint8Array) return 64 + value.length;
  if (typeof value === "object" && value !== null && !(value instanceof Date) && !("_bsontype" in value)) {
    return Object.entries(value).reduce((sum, [name, item]) => sum + 32 + name.length + sizeOf(item), 64);
  }
  return 48;
}

function within(range: Range, key = "k"): [where: string, binds: Bind[]] {
  if (range.high === undefined) return [`WHERE ${key} >= ?`, [range.low]];
  return [`WHERE ${key} >= ? AND ${key} < ?`, [range.low, range.high]];
}

/** Number of index entries in the ranges of a plan, not counting further than `cap`. */
function countRanges(source: Source, plan: IndexPlan, cap: number): number {
  let total = 0;
  for (const range of plan.ranges) {
    const [where, binds] = within(range);
    const { table } = plan.index;
    const left = cap - total;
    const row =
      cap === Infinity
        ? source.database.get<[number]>(`SELECT count(*) FROM ${table} ${where}`, binds)
        : source.database.get<[number]>(`SELECT count(*) FROM (SELECT 1 FROM ${table} ${where} LIMIT ?)`, [
            ...binds,
            left,
          ]);
    total += Number(row?.[0] ?? 0);
    if (total >= cap) return cap;
  }
  return total;
}
