import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CorruptDatabaseError, DirectoryInUseError } from "./errors.js";
import type { ReplaceOptions } from "./index.js";
import { preparePaths, type Paths } from "./server/paths.js";
import { translate, type Database } from "./storage/database.js";
import { tryLock } from "./storage/lock.js";
import { backup, checkIntegrity, countDocuments } from "./storage/maintenance.js";
import { commitSwap, finishSwap, syncFile, syncFolder } from "./storage/swap-database.js";

/** Documented in index.ts. */
export async function replaceDatabase({ dataDir, make }: ReplaceOptions): Promise<string | undefined> {
  const paths = preparePaths(dataDir);
  const locks = lockExclusively(paths);
  try {
    finishSwap(paths.directory);
    rmSync(paths.incoming, { recursive: true, force: true });
    const newFile = join(paths.incoming, "db", "database.sqlite");
    const singleFile = join(paths.incoming, "whole.sqlite");
    mkdirSync(dirname(newFile), { recursive: true, mode: 0o700 });
    await make(paths.incoming, () => countDocuments(paths.database));
    try {
      copyToSingleFile(newFile, singleFile);
    } catch (error) {
      throw translate(error, singleFile);
    }
    commitSwap(singleFile, paths.directory);
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

/** Checks the new database and copies it to a single file, without a write-ahead log. The copy is on disk on return. */
function copyToSingleFile(newFile: string, singleFile: string): void {
  if (!existsSync(newFile)) throw new CorruptDatabaseError("There is no new database");
  const [problem] = checkIntegrity(newFile);
  if (problem !== undefined) throw new CorruptDatabaseError(`The new database is damaged: ${problem}`);
  backup(newFile, singleFile);
  const [before, after] = [countDocuments(newFile), countDocuments(singleFile)];
  for (const [name, count] of before)
    if (after.get(name) !== count) throw new CorruptDatabaseError(`The copy of "${name}" is not complete`);
  syncFile(singleFile);
  syncFolder(dirname(singleFile));
}
