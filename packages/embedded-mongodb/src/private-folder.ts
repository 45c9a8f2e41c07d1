import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "./storage/database.js";
import { tryLock } from "./storage/lock.js";

const LOCK = ".lock";
/** A file of a lock, also the one that SQLite puts beside it. */
const OF_LOCK = /\.lock(-journal)?$/;

/** See `withPrivateFolder` of the package. */
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

/** See `removeAbandoned` of the package. */
export function removeAbandoned(parent: string): void {
  const names = new Set(readdirSync(parent).map((name) => name.replace(OF_LOCK, "")));
  for (const name of names) {
    const folder = join(parent, name);
    const lock = tryLock(`${folder}${LOCK}`, "exclusive");
    if (lock) remove(folder, lock);
  }
}

/** The lock comes before the folder and goes after it: a folder without one belongs to nobody. */
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

/** The lock's file goes while its lock is held: who gets the lock and finds the file knows that nobody removes it. */
function remove(folder: string, lock: Database): void {
  rmSync(folder, { recursive: true, force: true });
  if (process.platform === "win32") lock.close();
  rmSync(`${folder}${LOCK}`, { force: true });
  if (process.platform !== "win32") lock.close();
  rmSync(`${folder}${LOCK}-journal`, { force: true });
}
