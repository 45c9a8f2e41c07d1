import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { tryDecode } from "../language/bson.js";
import type { Collection, Index } from "./catalog.js";
import { Database, openForService } from "./database.js";
import { DocumentStore, idKey } from "./store.js";

/** Writes a consistent copy of the database, while it is in use, to a file that must not exist. */
export function backup(database: string, file: string): void {
  // SQLite fills an existing empty file, so the copy is private (0600) from the beginning.
  closeSync(openSync(file, "wx", 0o600));
  try {
    using(new Database(database, { readOnly: true }), (live) => live.run("VACUUM INTO ?", [file]));
    // Replies stored for retries and dropped tables may contain deleted documents and are not part of a backup.
    using(new Database(file), (copy) => {
      for (const pragma of ["journal_mode = OFF", "secure_delete = ON"]) copy.all(`PRAGMA ${pragma}`);
      copy.exec("DELETE FROM retries");
      for (const [table] of copy.all<[string]>("SELECT name FROM dropped")) copy.exec(`DROP TABLE ${table}`);
      copy.exec("DELETE FROM dropped");
    });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function using<Result>(database: Database, use: (database: Database) => Result): Result {
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Number of documents in a database file, by collection name. */
export function countDocuments(file: string): Map<string, number> {
  return using(new Database(file, { readOnly: true }), (database) => {
    const counts = new Map<string, number>();
    // One row is read with `all` too, because an unfinished statement keeps its lock after close.
    const [[version] = [0]] = database.all<[number]>("PRAGMA user_version");
    if (version === 0) return counts;
    for (const [id, name] of database.all<[number, string]>("SELECT id, name FROM collections")) {
      const [[count] = [0]] = database.all<[number]>(`SELECT count(*) FROM c_${id}`);
      counts.set(name, (counts.get(name) ?? 0) + Number(count));
    }
    return counts;
  });
}

/** @returns the problems of a database file; empty if it is sound */
export function checkIntegrity(file: string): string[] {
  try {
    return using(new Database(file, { readOnly: true }), (database) => {
      database.exec("BEGIN");
      const problems = database
        .all<[string]>("PRAGMA integrity_check")
        .map(([text]) => text)
        .filter((text) => text !== "ok");
      const store = new DocumentStore(database);
      return [
        ...problems,
        ...store.catalog.list().flatMap((collection) => checkCollection(store, collection)),
      ];
    });
  } catch (error) {
    // An unreadable file is a finding, not a failure of the check.
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Checks that every document has exactly the index entries that its content requires. */
function checkCollection(store: DocumentStore, collection: Collection): string[] {
  const name = `${collection.db}.${collection.name}`;
  const problems: string[] = [];
  const indexes = collection.indexes.slice(1).filter((index) => !index.building);
  const expected = new Map<Index, number>();
  let position = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = store.database.all<[number, Buffer, Buffer]>(
      `SELECT r, k, d FROM ${collection.table} WHERE r > ? ORDER BY r LIMIT 64`,
      [position],
    );
    for (const [row, key, bytes] of rows) {
      position = row;
      const doc = tryDecode(bytes);
      if (!doc) {
        problems.push(`${name}: row ${row} is not a document`);
        continue;
      }
      if (Buffer.compare(idKey(doc["_id"]), key) !== 0)
        problems.push(`${name}: row ${row} has a wrong _id key`);
      for (const index of indexes) {
        const keys = store.expectedEntries(index, doc);
        expected.set(index, (expected.get(index) ?? 0) + keys.length);
        for (const entry of keys) {
          const sql = `SELECT 1 FROM ${index.table} WHERE k = ? AND r = ?`;
          if (!store.database.get(sql, [entry, row]))
            problems.push(`${name}: row ${row} is missing in index ${index.name}`);
        }
      }
    }
    if (rows.length < 64) break;
  }
  for (const index of indexes) {
    const found = store.database.number(`SELECT count(*) FROM ${index.table}`);
    const wanted = expected.get(index) ?? 0;
    if (found !== wanted)
      problems.push(`${name}: index ${index.name} has ${found} entries instead of ${wanted}`);
  }
  return problems;
}

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
