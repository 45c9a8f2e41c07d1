import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLock } from "./storage/lock.js";

/** Interval between attempts to take the lock. */
const TRY_MS = 50;

/**
 * Waits for an exclusive lock on `file`, a file for this purpose only. It excludes other processes and other callers in
 * this process. The system releases it when the process dies, so there are no stale locks.
 * @returns a function that releases the lock
 */
export async function takeLock(file: string): Promise<() => void> {
  closeSync(openSync(file, "a", 0o600));
  for (;;) {
    const lock = tryLock(file, "exclusive");
    if (lock) return () => lock.close();
    await sleep(TRY_MS);
  }
}
