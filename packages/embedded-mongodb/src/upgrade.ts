import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockExclusively } from "./replace.js";
import { preparePaths } from "./server/paths.js";
import { Database } from "./storage/database.js";
import {
  commitSwap,
  finishSwap,
  REPLACED_PREFIXES,
  stamp,
  syncFile,
  syncFolder,
} from "./storage/swap-database.js";
import { currentFile, upgradePaths } from "./upgrade-state.js";

function copyInto(file: string, current: string): void {
  const database = new Database(current);
  try {
    database.run("VACUUM INTO ?", [file]);
  } finally {
    database.close();
  }
}

/** Documented in index.ts. */
export function startUpgrade(dataDir: string, who: string): void {
  const { directory } = preparePaths(dataDir);
  const { folder, copy, making, by } = upgradePaths(directory);
  if (existsSync(copy)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(by, who, { mode: 0o600 });
  syncFile(by);
  // SQLite fills an existing empty file, so the copy is private (0600) from the beginning.
  closeSync(openSync(making, "wx", 0o600));
  copyInto(making, currentFile(directory));
  syncFile(making);
  renameSync(making, copy);
  for (const each of [folder, directory]) syncFolder(each);
}

/** Documented in index.ts. */
export function endUpgrade(dataDir: string): string | undefined {
  const directory = join(dataDir, "db");
  const { folder } = upgradePaths(directory);
  if (!existsSync(folder)) return undefined;
  const kept = join(directory, `${REPLACED_PREFIXES.upgrade}${stamp()}`);
  renameSync(folder, kept);
  syncFolder(directory);
  return kept;
}

/** Documented in index.ts. */
export function undoUpgrade(dataDir: string): void {
  const paths = preparePaths(dataDir);
  const { folder, copy } = upgradePaths(paths.directory);
  const locks = lockExclusively(paths);
  try {
    finishSwap(paths.directory);
    if (existsSync(copy)) {
      commitSwap(copy, paths.directory);
      finishSwap(paths.directory);
    }
    rmSync(folder, { recursive: true, force: true });
  } finally {
    for (const lock of locks) lock.close();
  }
}
