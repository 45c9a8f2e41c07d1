import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CorruptDatabaseError, DirectoryInUseError } from "./errors.js";
import type { ReplaceOptions } from "./index.js";
import { preparePaths, type Paths } from "./server/paths.js";
import { translate, type Database } from "./storage/database.js";
import { tryLock } from "./storage/lock.js";
import { backup, checkIntegrity, countDocuments } from "./storage/maintenance.js";
import { commitSwap, finishSwap, syncFile, syncFolder } from "./storage/swap-database.js";

/** See `replaceDatabase` of the package. */
export async function replaceDatabase({ dataDir, make }: ReplaceOptions): Promise<string | undefined> {
  const paths = preparePaths(dataDir);
  const locks = lockExclusively(paths);
  try {
    finishSwap(paths.directory);
    rmSync(paths.incoming, { recursive: true, force: true });
    const made = join(paths.incoming, "db", "database.sqlite");
    const whole = join(paths.incoming, "whole.sqlite");
    mkdirSync(dirname(made), { recursive: true, mode: 0o700 });
    await make(paths.incoming, () => countDocuments(paths.database));
    try {
      makeWhole(made, whole);
    } catch (error) {
      throw translate(error, whole);
    }
    commitSwap(whole, paths.directory);
    return finishSwap(paths.directory);
  } finally {
    rmSync(paths.incoming, { recursive: true, force: true });
    for (const lock of locks) lock.close();
  }
}

/** Locks a directory against every other process. @throws DirectoryInUseError */
export function lockExclusively(paths: Paths): Database[] {
  const locks: Database[] = [];
  for (const file of [paths.presence, paths.lock]) {
    const lock = tryLock(file, "exclusive");
    if (lock) locks.push(lock);
    else {
      for (const held of locks) held.close();
      throw new DirectoryInUseError(`Another process uses ${paths.directory}`);
    }
  }
  return locks;
}

/** Copies the new database to one file without a log, checks it and syncs it. */
function makeWhole(made: string, whole: string): void {
  if (!existsSync(made)) throw new CorruptDatabaseError("There is no new database");
  const [problem] = checkIntegrity(made);
  if (problem !== undefined) throw new CorruptDatabaseError(`The new database is damaged: ${problem}`);
  backup(made, whole);
  const [before, after] = [countDocuments(made), countDocuments(whole)];
  for (const [name, count] of before)
    if (after.get(name) !== count) throw new CorruptDatabaseError(`The copy of "${name}" is not complete`);
  syncFile(whole);
  syncFolder(dirname(whole));
}
