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
 * How one database takes the place of another. The new file, whole and on the disk, gets the name `next-….sqlite`: that is
 * the one step that decides. Until then the folder holds the old database; from then on the next process that opens the
 * folder and has its lock ends what is left to do, as often as it takes.
 */
export const PENDING_FILE = /^next-([\w-]+)\.sqlite$/;
/** How the folders begin that keep what was there: the database that was exchanged, or that of before an upgrade. */
export const REPLACED_PREFIXES = { restore: "before-restore-", upgrade: "before-upgrade-" };
const KEPT = /^before-(restore|upgrade)-[\w-]+$/;

/** This moment in a name. */
export const stamp = (): string => new Date().toISOString().replaceAll(/[:.]/g, "");

/** Puts the names of a folder on the disk, not only the content of its files. */
export function syncFolder(folder: string): void {
  // Windows opens no folders; its file systems keep the order of names themselves.
  if (process.platform === "win32") return;
  syncFile(folder);
}

/** Puts a file on the disk. */
export function syncFile(file: string): void {
  const handle = openSync(file, process.platform === "win32" ? "r+" : "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Decides that the database `file`, which must be on the disk, is that of the folder. The lock must be held. */
export function commitSwap(file: string, directory: string): void {
  renameSync(file, join(directory, `next-${stamp()}.sqlite`));
  syncFolder(directory);
}

/**
 * Ends an exchange that was decided. The lock must be held, and the database not be open.
 * @returns the folder with the database that was there before, when there was one
 */
export function finishSwap(directory: string): string | undefined {
  let kept: string | undefined;
  for (const next of readdirSync(directory)
    .filter((name) => PENDING_FILE.test(name))
    .sort()) {
    const [, decidedAt = ""] = PENDING_FILE.exec(next) ?? [];
    kept = keepWhatWas(directory, join(directory, `${REPLACED_PREFIXES.restore}${decidedAt}`));
    // The log of the old database must not be there when the new one has its name.
    syncFolder(directory);
    renameSync(join(directory, next), join(directory, "database.sqlite"));
    syncFolder(directory);
  }
  return kept;
}

function keepWhatWas(directory: string, kept: string): string | undefined {
  const database = join(directory, "database.sqlite");
  const isEmpty = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const isNew = !existsSync(kept) && isEmpty(database) && isEmpty(`${database}-wal`);
  if (!isNew) mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const ending of ["", "-wal", "-journal"]) {
    const from = `${database}${ending}`;
    const to = join(kept, `database.sqlite${ending}`);
    if (!existsSync(from)) continue;
    // What was kept already is what was there: a start may have made an empty file since.
    if (isNew || existsSync(to)) rmSync(from);
    else renameSync(from, to);
  }
  rmSync(`${database}-shm`, { force: true });
  if (isNew) return undefined;
  syncFolder(kept);
  return kept;
}

/** Removes the databases of before an exchange or an upgrade, but the one in the folder `except`. */
export function removeReplacedFolders(directory: string, except?: string): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (KEPT.test(name) && join(directory, name) !== except)
      rmSync(join(directory, name), { recursive: true, force: true });
}
