import { Database } from "./database.js";

/** Locks a file. The system releases the lock when the process ends. Undefined if another process holds it. */
export function tryLock(file: string, kind: "shared" | "exclusive"): Database | undefined {
  const lock = new Database(file, { busyTimeout: 0 });
  try {
    if (kind === "exclusive") {
      lock.exec("PRAGMA locking_mode = EXCLUSIVE");
      lock.exec("BEGIN EXCLUSIVE");
    } else {
      // Not prepared, because a cached statement would hold the lock after the connection is closed.
      lock.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    }
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      return undefined;
    throw error;
  }
}
