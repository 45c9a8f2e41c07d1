import { MongoError } from "../errors.js";
import type { Database } from "./database.js";

/**
 * How a file of one version becomes one of the next, beginning with an empty file. A step that was published is never
 * changed: files of every earlier version go up all the steps that they lack.
 */
const STEPS = [
  `CREATE TABLE collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, options BLOB NOT NULL,
     UNIQUE (db, name));
   CREATE TABLE indexes (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL);
   CREATE TABLE retries (session BLOB PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, reply BLOB NOT NULL)
     WITHOUT ROWID`,
  "CREATE TABLE dropped (name TEXT PRIMARY KEY) WITHOUT ROWID",
];
/** The layout of the files. A file with a larger number was written by a newer version and is refused. */
export const FORMAT = STEPS.length;

/** Brings a file up to the format of this version: all steps or none, so that what `read` refuses stays what it was. */
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
