import { decode } from "../language/bson.js";
import { keyRange } from "../language/key.js";
import type { Store } from "./store.js";

const MOST_AT_ONCE = 1000;

/** Removes documents whose TTL index says that their time is over; answers whether there may be more. */
export function sweepExpired(store: Store, now: number): boolean {
  let more = false;
  for (const collection of store.catalog.list()) {
    for (const index of collection.indexes) {
      if (index.ttlSeconds === undefined) continue;
      const latest = new Date(now - index.ttlSeconds * 1000);
      const { low, high } = keyRange([], index.directions, "$lte", latest, index.collation);
      const rows = store.database.all<[number]>(
        `SELECT DISTINCT r FROM ${index.table} WHERE k >= ? AND k < ? LIMIT ${MOST_AT_ONCE}`,
        [low, high ?? Buffer.from([0xff, 0xff])],
      );
      more ||= rows.length === MOST_AT_ONCE;
      for (const [row] of rows) {
        const bytes = store.fetch(collection, row);
        if (!bytes) continue;
        store.remove(collection, row, decode(bytes));
      }
    }
  }
  return more;
}
