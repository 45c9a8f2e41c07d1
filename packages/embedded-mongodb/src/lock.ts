import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { tryLock } from "./storage/lock.js";

/** How often a process that waits for a lock tries again. */
const TRY_MS = 50;

/**
 * Waits until nobody else holds `file`, a file for this alone, and holds it: among all processes of the machine and within
 * one. The system frees it when its process dies, however it dies; nothing has to be judged by age or number.
 * @returns what frees it
 */
export async function takeLock(file: string): Promise<() => void> {
  closeSync(openSync(file, "a", 0o600));
  for (;;) {
    const lock = tryLock(file, "exclusive");
    if (lock) return () => lock.close();
    await sleep(TRY_MS);
  }
}
