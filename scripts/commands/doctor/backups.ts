import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "~/platform/env.server";
import { newFinding, type Finding } from "./finding";

const HOUR = 3_600_000;
const OLD = 48 * HOUR;

/** The age of the newest backup on this machine, and whether it opens. */
export async function checkBackup(now: number, mayOpen: boolean): Promise<Finding> {
  const what = "Backup";
  const folder = path.join(env.DATA_DIR, "backups");
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(snk|backup)$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const newest = files.sort((a, b) => b.at - a.at)[0];
  if (!newest) {
    const began = await stat(path.join(env.DATA_DIR, "db")).catch(() => null);
    if (!env.BACKUP_AT) {
      return env.MONGODB_URI
        ? newFinding(what, "note", "None here; your MongoDB server should be backed up with its own tools.")
        : newFinding(what, "wrong", `There is no backup, and BACKUP_AT is off.`);
    }
    if (!began || now - began.birthtimeMs < OLD)
      return newFinding(what, "note", `None yet; the first is made at ${env.BACKUP_AT}.`);
    return newFinding(what, "wrong", `There is no backup in ${folder}, though one is due every night.`);
  }
  const hours = Math.round((now - newest.at) / HOUR);
  const told = `${newest.name} is ${hours} ${hours === 1 ? "hour" : "hours"} old`;
  if (!mayOpen)
    return newFinding(what, "note", `${told}; it was not opened, because its keys cannot be read.`);
  const problem = await problemOf(path.join(folder, newest.name));
  if (problem) return newFinding(what, "wrong", problem);
  if (now - newest.at > OLD) return newFinding(what, "wrong", `${told}. A newer one should be there.`);
  return newFinding(what, "good", `${told}, and opens with the keys that are here.`);
}

async function problemOf(file: string): Promise<string | null> {
  // Imported late: loading the keys would create them if they did not exist.
  const { BackupFileError, verifyBackup: readBackupThrough } = await import("~/platform/backup-file.server");
  return readBackupThrough(file).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackupFileError) return error.message;
      throw error;
    },
  );
}

/** Whether the secrets can be read without creating or changing them. */
export const hasSecrets = (): boolean =>
  existsSync(path.join(env.DATA_DIR, "secrets.json")) ||
  Boolean(env.SESSION_SECRET && env.ENCRYPTION_KEYS && env.PASSWORD_PEPPER);
