import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./storage/database.js";
import { tryLock } from "./storage/lock.js";

const LOCK = ".lock";
/** Suffixes of a lock file and of SQLite's journal beside it. */
const LOCK_SUFFIX = /\.lock(-journal)?$/;

/** Documented in index.ts. */
export async function withPrivateFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const { folder, lock } = reserve(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    remove(folder, lock);
  }
}

/** Documented in index.ts. */
export function removeAbandoned(parent: string): void {
  const names = new Set(readdirSync(parent).map((name) => name.replace(LOCK_SUFFIX, "")));
  for (const name of names) {
    const folder = join(parent, name);
    const lock = tryLock(`${folder}${LOCK}`, "exclusive");
    if (lock) remove(folder, lock);
  }
}

/** Takes the lock, which exists before the folder and is removed after it, so a folder without a lock is abandoned. */
function reserve(parent: string): { folder: string; lock: Database } {
  for (;;) {
    const folder = join(parent, randomBytes(9).toString("base64url"));
    closeSync(openSync(`${folder}${LOCK}`, "wx", 0o600));
    const lock = tryLock(`${folder}${LOCK}`, "exclusive");
    // Another process that removes abandoned folders may have removed the file before it was locked.
    if (lock && existsSync(`${folder}${LOCK}`)) return { folder, lock };
    lock?.close();
  }
}

/** Removes the lock file while holding the lock, so that a process that gets the lock and finds the file owns the folder. */
function remove(folder: string, lock: Database): void {
  rmSync(folder, { recursive: true, force: true });
  if (process.platform === "win32") lock.close();
  rmSync(`${folder}${LOCK}`, { force: true });
  if (process.platform !== "win32") lock.close();
  rmSync(`${folder}${LOCK}-journal`, { force: true });
}
