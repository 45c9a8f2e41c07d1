import { DEFAULT_TIME_LIMIT_MS, type Budget, type Coroutine } from "./budget.js";
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
