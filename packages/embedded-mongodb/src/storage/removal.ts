import { tryDecode } from "../language/bson.js";
import { keyRange } from "../language/key.js";
import { DEFAULT_TIME_LIMIT_MS, type Budget, type Coroutine } from "./budget.js";
import type { SqlValue } from "./database.js";
import type { DocumentStore } from "./store.js";

/** Deletes dropped tables row by row, because `DROP TABLE` of a large table would block every command. */
export function* removeDropped({ catalog, database }: DocumentStore, budget: Budget): Coroutine<void> {
  // Read again after each yield: another coroutine may have removed the table.
  for (let [table] = catalog.dropped; table; [table] = catalog.dropped) {
    const rows = database.all<[Buffer, number]>(`SELECT k, r FROM ${table} LIMIT 100`);
    if (rows.length === 0) catalog.removeTable(table);
    for (const row of rows) {
      if (budget.due) break;
      database.run(`DELETE FROM ${table} WHERE k = ? AND r = ?`, row);
    }
    if (budget.due) {
      yield;
      budget.renew(DEFAULT_TIME_LIMIT_MS);
    }
  }
}

const BATCH_SIZE = 100;

/** Removes documents that a TTL index declares expired, and logs unreadable ones. */
export function* removeExpired(
  store: DocumentStore,
  now: number,
  budget: Budget,
  log: (message: string) => void,
): Coroutine<void> {
  const indexes = store.catalog
    .list()
    .flatMap((collection) => collection.indexes.map((index) => ({ collection, index })));
  for (const { collection, index } of indexes) {
    if (index.ttlSeconds === undefined || index.building) continue;
    const latest = new Date(now - index.ttlSeconds * 1000);
    const { low, high } = keyRange([], index.directions, "$lte", latest);
    const end = high ?? Buffer.from([0xff, 0xff]);
    let position: SqlValue[] = [low, -1];
    for (let left = true; left;) {
      // The index may have been dropped during the yield.
      const current = store.catalog.find(collection.db, collection.name);
      if (!current?.indexes.some(({ id }) => id === index.id)) break;
      const entries = store.database.all<[Buffer, number]>(
        `SELECT k, r FROM ${index.table} WHERE (k, r) > (?, ?) AND k < ? ORDER BY k, r LIMIT ${BATCH_SIZE}`,
        [...position, end],
      );
      for (const [key, row] of entries) {
        position = [key, row];
        const bytes = store.fetch(current, row);
        const doc = bytes && tryDecode(bytes);
        if (doc) store.remove(current, row, doc);
        else if (bytes) log(`${collection.db}.${collection.name}: the expired document ${row} is unreadable`);
      }
      left = entries.length === BATCH_SIZE;
      if (budget.due) yield;
    }
  }
}
