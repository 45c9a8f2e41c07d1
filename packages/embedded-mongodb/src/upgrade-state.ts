import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { PENDING_FILE } from "./storage/swap-database.js";

// Every start reads this state. To keep the start fast, this file loads SQLite only if a crash left a write-ahead log.

/** Paths of the copy during an upgrade. The copy is complete when it has its final name. */
export function upgradePaths(directory: string) {
  const folder = join(directory, "upgrading");
  return {
    folder,
    copy: join(folder, "database.sqlite"),
    making: join(folder, "making.sqlite"),
    by: join(folder, "by"),
  };
}

/** The database file: that of a committed but unfinished swap, or the default one. */
export function currentFile(directory: string): string {
  const next = existsSync(directory) ? readdirSync(directory).filter((name) => PENDING_FILE.test(name)) : [];
  return join(directory, next.sort().at(-1) ?? "database.sqlite");
}

/** Offset of `user_version` in the header of a SQLite file. */
const VERSION_AT = 60;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The format of the files for `formatOf` of index.ts; 0 without files. */
export async function readFormat(dataDir: string): Promise<number> {
  const file = currentFile(join(dataDir, "db"));
  if (sizeOf(`${file}-wal`) > 0) return readThroughLog(file);
  if (sizeOf(file) < VERSION_AT + 4) return 0;
  const header = Buffer.alloc(4);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, header.length, VERSION_AT);
  } finally {
    closeSync(handle);
  }
  return header.readUInt32BE();
}

async function readThroughLog(file: string): Promise<number> {
  const { Database } = await import("./storage/database.js");
  const database = new Database(file);
  try {
    return database.number("PRAGMA user_version");
  } finally {
    database.close();
  }
}

/** The `by` of an unfinished upgrade, which identifies the program that started it; undefined without an upgrade. */
export function upgradeOwner(dataDir: string): string | undefined {
  const { by } = upgradePaths(join(dataDir, "db"));
  return existsSync(by) ? readFileSync(by, "utf8") : undefined;
}
