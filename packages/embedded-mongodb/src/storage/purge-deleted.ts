import { existsSync, rmSync } from "node:fs";
import { openForService } from "./database.js";

/**
 * Purges deleted content with VACUUM: SQLite keeps it in free pages and in the write-ahead log until the space is reused.
 * Replies stored for retries are deleted too, because they contain documents. A failure (such as a full disk) is logged
 * and retried at the next start, so that it does not prevent this start.
 */
export function purgeIfRequested(file: string, note: string, log: (message: string) => void): void {
  if (!existsSync(note)) return;
  const database = openForService(file);
  try {
    const hasTables = database.number("PRAGMA user_version") > 0;
    if (hasTables) database.exec("DELETE FROM retries");
    // The copy that VACUUM makes may exceed the available memory.
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
