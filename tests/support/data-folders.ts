import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { disconnect } from "#models/db/connection.server";
import { env } from "~/platform/env.server";
import { reloadKeyRing, secrets } from "~/platform/secrets.server";

const DATA_FOLDERS = "tests/fixtures/data-folders";

/** Stored data folders with the demonstration account, one for each version. */
export const VERSION_FOLDERS = readdirSync(DATA_FOLDERS).filter((name) => /^\d/.test(name));

export const readFixture = (folder: string, file: string): Buffer =>
  gunzipSync(readFileSync(path.join(DATA_FOLDERS, folder, `${file}.gz`)));

const secretsFile = path.join(env.DATA_DIR, "secrets.json");
const ownSecrets = { ...secrets };
const ownSecretsFile = readFileSync(secretsFile);

/**
 * Restores this process's secrets after `placeDataFolder`. Later test files of the process hash with the pepper in memory, and
 * their child processes with that in the file.
 */
export function restoreSecrets(): void {
  writeFileSync(secretsFile, ownSecretsFile, { mode: 0o600 });
  Object.assign(secrets, ownSecrets);
}

/** Disconnects, and replaces this process's data folder with a copy of a stored one. Call `restoreSecrets` afterwards. */
export async function placeDataFolder(
  folder: string,
  files = ["database.sqlite", "secrets.json"],
): Promise<void> {
  await disconnect();
  rmSync(env.DATA_DIR, { recursive: true });
  mkdirSync(path.join(env.DATA_DIR, "db"), { recursive: true, mode: 0o700 });
  for (const file of files) {
    const place = file === "database.sqlite" ? "db" : "";
    writeFileSync(path.join(env.DATA_DIR, place, file), readFixture(folder, file), { mode: 0o600 });
  }
  reloadKeyRing();
}
