import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Name of a committed swap. Renaming the new file, complete and synced, to `next-….sqlite` is the atomic step: before it the
 * folder holds the old database; after it the next process that holds the lock finishes the swap, idempotently.
 */
export const PENDING_FILE = /^next-([\w-]+)\.sqlite$/;
/** Name prefixes of the folders with replaced databases. */
export const REPLACED_PREFIXES = { restore: "before-restore-", upgrade: "before-upgrade-" };
const REPLACED_FOLDER = /^before-(restore|upgrade)-[\w-]+$/;

/** The current time for a file name. */
export const stamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, "");

/** Syncs a folder, so that renames in it are durable. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders; its file systems order renames themselves.
  if (process.platform === "win32") return;
  syncFile(folder);
}

export function syncFile(file: string): void {
  const handle = openSync(file, process.platform === "win32" ? "r+" : "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Commits `file`, which must be synced, as the database of the folder. The lock must be held. */
export function commitSwap(file: string, directory: string): void {
  renameSync(file, join(directory, `next-${stamp()}.sqlite`));
  syncFolder(directory);
}

/**
 * Finishes a committed swap. The lock must be held, and the database must be closed.
 * @returns the folder with the replaced database, if there was one
 */
export function finishSwap(directory: string): string | undefined {
  let kept: string | undefined;
  for (const next of readdirSync(directory)
    .filter((name) => PENDING_FILE.test(name))
    .sort()) {
    const [, decidedAt = ""] = PENDING_FILE.exec(next) ?? [];
    kept = moveReplaced(directory, join(directory, `${REPLACED_PREFIXES.restore}${decidedAt}`));
    // The old write-ahead log must be gone before the new database gets its name.
    syncFolder(directory);
    renameSync(join(directory, next), join(directory, "database.sqlite"));
    syncFolder(directory);
  }
  return kept;
}

function moveReplaced(directory: string, kept: string): string | undefined {
  const database = join(directory, "database.sqlite");
  const isEmpty = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const isNew = !existsSync(kept) && isEmpty(database) && isEmpty(`${database}-wal`);
  if (!isNew) mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const ending of ["", "-wal", "-journal"]) {
    const from = `${database}${ending}`;
    const to = join(kept, `database.sqlite${ending}`);
    if (!existsSync(from)) continue;
    // A file moved by an interrupted swap is the original; a start may have created an empty file since.
    if (isNew || existsSync(to)) rmSync(from);
    else renameSync(from, to);
  }
  rmSync(`${database}-shm`, { force: true });
  if (isNew) return undefined;
  syncFolder(kept);
  return kept;
}

/** Removes replaced databases, except the folder `except`. */
export function removeReplacedFolders(directory: string, except?: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (REPLACED_FOLDER.test(name) && join(directory, name) !== except)
      rmSync(join(directory, name), { recursive: true, force: true });
}
