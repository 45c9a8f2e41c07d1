import { matches, type Filter } from "../language/filter.js";
import type { CompiledSort } from "../language/sort.js";
import type { Budget, Coroutine, Stream } from "./budget.js";
import type { Collection } from "./catalog.js";
import { choosePlan, planSkipScan, type Plan } from "./plan.js";
import { countEntries, estimate, hasEntries, prefixRange } from "./ranges.js";
import { Row, scanRows, skipScan } from "./scan.js";
import { Sorter } from "./sort.js";
import type { DocumentStore } from "./store.js";

export type Query = {
  filter: Filter;
  sort?: CompiledSort | undefined;
  hint?: unknown;
  skip?: number;
  /** 0 for no limit. */
  limit?: number;
  budget: Budget;
  /** Counters of examined keys and documents, for explain. */
  examined?: { keys: number; docs: number };
};

export function planFor(store: DocumentStore, collection: Collection, query: Query): Plan {
  return choosePlan({
    collection,
    filter: query.filter,
    sort: query.sort?.fields,
    hint: query.hint,
    estimate: (plan, cap) => estimate(store, plan, cap),
    isEmpty: (index, values) => !hasEntries(store, index, prefixRange(index, { values, exact: true })),
  });
}

/** Plans a distinct as a skip scan; undefined if no index allows it. */
export function planForDistinct({ hint, filter }: Query, collection: Collection, path: string) {
  return hint === undefined ? planSkipScan(collection, filter, path) : undefined;
}

/** Yields documents of a query that together have every value of a field; others may be skipped. */
export function* findDistinct(
  store: DocumentStore,
  collection: Collection,
  query: Query,
  path: string,
): Stream<Row> {
  const plan = planForDistinct(query, collection, path);
  if (!plan) return yield* findRows(store, collection, query);
  const fulfils = (row: Row) => row.fulfils || matches(query.filter, row.doc);
  for (const row of skipScan({ store, collection, budget: query.budget }, plan, path, fulfils)) {
    if (row && query.examined) {
      query.examined.docs++;
      query.examined.keys++;
    }
    yield row;
  }
}

/** Yields the documents of a query in its order. Only a position or, for a blocking sort, row numbers are held in memory. */
export function* findRows(store: DocumentStore, collection: Collection, query: Query): Stream<Row> {
  const plan = planFor(store, collection, query);
  let skip = query.skip ?? 0;
  let left = query.limit || Infinity;
  const isSure = plan.kind === "index" && plan.ranges.some(({ exact }) => exact);
  const expected = isSure ? skip + left : (skip + left) * 2;
  const rows = plan.sorted
    ? matching(store, collection, plan, query, expected)
    : sorted(store, collection, plan, query, skip + left);
  for (const row of rows) {
    if (!row) {
      yield undefined;
    } else if (skip > 0) {
      skip--;
    } else {
      yield row;
      if (--left <= 0) return;
    }
  }
}

/** Counts the documents that fulfil the filter, from the index alone if its ranges are exact. */
export function* countRows(store: DocumentStore, collection: Collection, query: Query): Coroutine<number> {
  const skip = query.skip ?? 0;
  const limit = query.limit || Infinity;
  const plan = planFor(store, collection, query);
  let total = 0;
  if (plan.kind === "all" && plan.exact) {
    total = store.count(collection);
  } else if (plan.kind === "index" && plan.exact && !plan.repeats) {
    total = yield* countEntries(store, plan, query.budget);
  } else {
    for (const row of matching(store, collection, plan, query, Infinity)) {
      if (!row) yield;
      else if (++total >= skip + limit) break;
    }
  }
  return Math.min(Math.max(total - skip, 0), limit);
}

/** Yields each row of a plan that fulfils the filter once. */
function* matching(
  store: DocumentStore,
  collection: Collection,
  plan: Plan,
  query: Query,
  expected: number,
): Stream<Row> {
  const { filter, budget, examined } = query;
  for (const row of scanRows({ store, collection, expected, budget }, plan)) {
    if (!row) {
      yield undefined;
      continue;
    }
    if (examined) {
      examined.docs++;
      if (plan.kind !== "all") examined.keys++;
    }
    if (row.fulfils || matches(filter, row.doc)) yield row;
    if (budget.due) yield undefined;
  }
}

/**
 * A blocking sort of row numbers. Afterwards documents are fetched and filtered again, because they may have changed.
 */
function* sorted(
  store: DocumentStore,
  collection: Collection,
  plan: Plan,
  query: Query,
  wanted: number,
): Stream<Row> {
  const { sort, filter, budget } = query;
  const sorter = new Sorter<number>(wanted, budget);
  const { version } = store;
  for (const row of matching(store, collection, plan, query, Infinity)) {
    if (row && sort) yield* sorter.add(sort.keyOf(row.doc), row.rowid);
    else yield undefined;
  }
  const rows: number[] = [];
  for (const row of sorter.drain()) {
    if (row === undefined) yield undefined;
    else rows.push(row);
  }
  for (const row of rows) {
    const bytes = store.fetch(collection, row);
    if (!bytes) continue;
    const found = new Row(row, bytes);
    if (store.version === version || matches(filter, found.doc)) yield found;
    if (budget.due) yield undefined;
  }
}
