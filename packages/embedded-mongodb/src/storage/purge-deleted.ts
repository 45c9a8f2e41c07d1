import { existsSync, rmSync } from "node:fs";
import { openForService } from "./database.js";

/**
 * Rewrites the database without what was deleted or replaced: SQLite leaves it in free pages and in its log until
 * something else needs the room. The answers kept for retries go as well, since they hold documents as they were.
 * Whatever prevents it (a full disk) is said, and tried again at the next start: it must not keep anyone out.
 */
export function purgeIfRequested(file: string, note: string, log: (message: string) => void): void {
  if (!existsSync(note)) return;
  const database = openForService(file);
  try {
    const hasTables = database.number("PRAGMA user_version") > 0;
    if (hasTables) database.exec("DELETE FROM retries");
    // The copy that SQLite makes meanwhile may be too large for the memory.
    database.all("PRAGMA temp_store = FILE");
    database.exec("VACUUM");
    const [busy] = database.get<[number]>("PRAGMA wal_checkpoint(TRUNCATE)") ?? [1];
    if (busy === 0) rmSync(note);
    else log("embedded database: deleted content is still in the log; the next start tries again");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(`embedded database: deleted content is still in the files (${reason}); the next start tries again`);
  } finally {
    database.close();
  }
}
