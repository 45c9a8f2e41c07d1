import type { Store } from "./store.js";
import { USUAL_LIMIT_MS, type Steps, type Work } from "./work.js";

/** Takes away what was dropped row by row: SQLite would drop a large table in one statement that stops everybody. */
export function* removeDropped({ catalog, database }: Store, work: Work): Steps<void> {
  // Asked for again after each turn: another of these may have done its part.
  for (let [table] = catalog.dropped; table; [table] = catalog.dropped) {
    const rows = database.all<[Buffer, number]>(`SELECT k, r FROM ${table} LIMIT 100`);
    if (rows.length === 0) catalog.forget(table);
    for (const row of rows) {
      if (work.due) break;
      database.run(`DELETE FROM ${table} WHERE k = ? AND r = ?`, row);
    }
    if (work.due) {
      yield;
      work.renew(USUAL_LIMIT_MS);
    }
  }
}
