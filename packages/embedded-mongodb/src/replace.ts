import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { preparePaths, type Paths } from "./server/paths.js";
import type { Database } from "./storage/database.js";
import { completeExchange, decideOn, removeKept, syncFile, syncFolder } from "./storage/exchange.js";
import { takeLock } from "./storage/lock.js";
import { backup, checkIntegrity, countDocuments } from "./storage/maintenance.js";

/** A process uses the data directory: nothing was touched. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

/** The new database is not whole, or not readable: the old one stays. */
export class UnsoundDatabaseError extends Error {
  override name = "UnsoundDatabaseError";
}

export type ReplaceOptions = {
  dataDir: string;
  /**
   * Makes the new database in `folder`, a data directory of its own: as the file `db/database.sqlite`, or by a server
   * that it starts there and stops again. What it throws leaves the old database as it was. `documents` counts what the
   * old one holds, by the names of its collections.
   */
  make(folder: string, documents: () => Map<string, number>): Promise<void>;
};

/**
 * Exchanges the database of a directory that no process uses for another, in one step: a crash at any moment leaves the
 * old one or the new one. @returns the folder in which the old one is kept until `removeReplaced`, if there was one
 * @throws DirectoryInUseError before anything is touched
 */
export async function replaceDatabase({ dataDir, make }: ReplaceOptions): Promise<string | undefined> {
  const paths = preparePaths(dataDir);
  const locks = lockAlone(paths);
  try {
    completeExchange(paths.directory);
    rmSync(paths.incoming, { recursive: true, force: true });
    const made = join(paths.incoming, "db", "database.sqlite");
    const whole = join(paths.incoming, "whole.sqlite");
    mkdirSync(dirname(made), { recursive: true, mode: 0o700 });
    await make(paths.incoming, () => countDocuments(paths.database));
    makeWhole(made, whole);
    decideOn(whole, paths.directory);
    return completeExchange(paths.directory);
  } finally {
    rmSync(paths.incoming, { recursive: true, force: true });
    for (const lock of locks) lock.close();
  }
}

/** Removes what `replaceDatabase` has kept of earlier databases. */
export function removeReplaced(dataDir: string): void {
  removeKept(join(dataDir, "db"));
}

function lockAlone(paths: Paths): Database[] {
  const locks: Database[] = [];
  for (const file of [paths.presence, paths.lock]) {
    const lock = takeLock(file, "exclusive");
    if (lock) locks.push(lock);
    else {
      for (const held of locks) held.close();
      throw new DirectoryInUseError(`Another process uses ${paths.directory}`);
    }
  }
  return locks;
}

/** Everything of the new database in one file without a log beside it, checked, and that on the disk. */
function makeWhole(made: string, whole: string): void {
  if (!existsSync(made)) throw new UnsoundDatabaseError("There is no new database");
  const [problem] = checkIntegrity(made);
  if (problem !== undefined) throw new UnsoundDatabaseError(`The new database is damaged: ${problem}`);
  backup(made, whole);
  const [before, after] = [countDocuments(made), countDocuments(whole)];
  for (const [name, count] of before)
    if (after.get(name) !== count) throw new UnsoundDatabaseError(`The copy of "${name}" is not complete`);
  syncFile(whole);
  syncFolder(dirname(whole));
}
