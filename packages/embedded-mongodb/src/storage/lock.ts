import { Database } from "./database.js";

/** Files whose lock the system frees when its process ends, however it ends. `undefined` while another has it. */
export function tryLock(file: string, kind: "shared" | "exclusive"): Database | undefined {
  const lock = new Database(file, { busyTimeout: 0 });
  try {
    if (kind === "exclusive") {
      lock.exec("PRAGMA locking_mode = EXCLUSIVE");
      lock.exec("BEGIN EXCLUSIVE");
    } else {
      // Not prepared: a statement that is kept would hold the lock after the close.
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
