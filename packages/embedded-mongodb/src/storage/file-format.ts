import { MongoError } from "../errors.js";
import type { Database } from "./database.js";

/** Migration steps of the file format, beginning with an empty file. A published step is never changed. */
const STEPS = [
  `CREATE TABLE collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, options BLOB NOT NULL,
     UNIQUE (db, name));
   CREATE TABLE indexes (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL);
   CREATE TABLE retries (session BLOB PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, reply BLOB NOT NULL)
     WITHOUT ROWID`,
  "CREATE TABLE dropped (name TEXT PRIMARY KEY) WITHOUT ROWID",
];
/** Current format number. Files with a larger number come from a newer version and are refused. */
export const FORMAT = STEPS.length;

/** Upgrades a file to the current format in one transaction, which is rolled back if `read` throws. */
export function upgradeFormat(database: Database, read: () => void): void {
  const format = database.number("PRAGMA user_version");
  if (format > FORMAT)
    throw new MongoError(72, `The files have schema version ${format}, this program knows ${FORMAT}`);
  if (format === FORMAT) return read();
  database.exec(`BEGIN IMMEDIATE; ${STEPS.slice(format).join(";")}; PRAGMA user_version = ${FORMAT}`);
  try {
    read();
    database.exec("COMMIT");
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}
