import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { withDatabaseDump } from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { BackupLogModel } from "#models/operations.server";
import { DAY } from "~/domain/calendar/durations";
import { instantOf } from "~/domain/calendar/local-day";
import { pruneSidecar } from "~/domain/identity/backup-sidecar.server";
import { encryptFile } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { randomToken } from "~/platform/signing.server";
import { appHost, serverZone } from "~/platform/system-info.server";

export const backupsFolder = (): string => path.join(env.DATA_DIR, "backups");
/** Names of backups that an administrator created, and of nightly ones. */
const MANUAL = /^still-and-know-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-[\w-]{6}\.backup$/;
const NIGHTLY = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\.snk$/;
const isBackupName = (name: string) => MANUAL.test(name) || NIGHTLY.test(name);

type BackupFile = { name: string; at: Date; bytes: number };

/** Creates a backup, encrypted with the operator's key. Downloads stay encrypted. */
export async function makeBackup(): Promise<BackupFile> {
  await mkdir(backupsFolder(), { recursive: true, mode: 0o700 });
  const stamp = now().toISOString().replaceAll(":", "").slice(0, 17);
  const name = `still-and-know-${stamp}Z-${randomToken(5).slice(0, 6)}.backup`;
  const file = path.join(backupsFolder(), name);
  await withDatabaseDump(embeddedEngine(), (plain) => encryptFile(plain, file));
  const { size } = await stat(file);
  await recordBackup(size);
  return { name, at: now(), bytes: size };
}

/** Records that a backup was created, on this machine or elsewhere. */
export async function recordBackup(bytes: number): Promise<void> {
  await BackupLogModel.create({ _id: randomToken(12), at: now(), bytes, host: appHost });
}

/** Reads the time from the file name, because copying a file can change its modification time. */
function createdAt(name: string): Date {
  const [, night, hour, minute] = NIGHTLY.exec(name) ?? [];
  if (night) return instantOf(night, `${hour}:${minute}`, serverZone());
  const [, day = "", hours = "", minutes = "", seconds = ""] = MANUAL.exec(name) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Backups on this machine, newest first. */
export async function listBackups(): Promise<BackupFile[]> {
  const names = (await readdir(backupsFolder()).catch(() => [])).filter((name) => isBackupName(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size } = await stat(path.join(backupsFolder(), name));
      return { name, at: createdAt(name), bytes: size };
    }),
  );
  return files.sort((a, b) => b.at.getTime() - a.at.getTime() || b.name.localeCompare(a.name, "en"));
}

/** Opens the encrypted file of a backup; null when no backup has this name. */
export async function openBackup(
  name: string,
): Promise<{ bytes: number; stream: AsyncIterable<Uint8Array> } | null> {
  if (!isBackupName(name)) return null;
  const file = path.join(backupsFolder(), name);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  return { bytes: found.size, stream: createReadStream(file) };
}

/** Backups older than BACKUP_DAYS; none while that is unset. */
export async function expiredBackupFiles(): Promise<BackupFile[]> {
  if (!env.BACKUP_DAYS) return [];
  const oldest = now().getTime() - env.BACKUP_DAYS * DAY;
  return (await listBackups()).filter(({ at }) => at.getTime() < oldest);
}

export async function removeOldBackups(): Promise<void> {
  for (const { name } of await expiredBackupFiles()) await removeBackup(name);
  await pruneSidecar();
}

export async function removeBackup(name: string): Promise<boolean> {
  if (!isBackupName(name)) return false;
  return rm(path.join(backupsFolder(), name)).then(
    () => true,
    () => false,
  );
}

export async function lastBackupTime(): Promise<Date | null> {
  const last = await BackupLogModel.findOne({ bytes: { $gt: 0 } })
    .sort({ at: -1 })
    .lean();
  return last?.at ?? null;
}

type NightlyState = {
  /** Time of day of the nightly backup; null while it is off. */
  dueAt: string | null;
  usesMongoServer: boolean;
  last: { at: Date; bytes: number; name: string; tookMs: number; copiedTo: string } | null;
  trouble: string | null;
};

export async function nightlyState(): Promise<NightlyState> {
  const [last, trouble] = await Promise.all([
    BackupLogModel.findOne({ night: { $gt: "" }, bytes: { $gt: 0 } })
      .sort({ at: -1 })
      .lean(),
    nightlyBackupError(),
  ]);
  return { dueAt: env.BACKUP_AT, usesMongoServer: Boolean(env.MONGODB_URI), last, trouble };
}

/** Error message of the last nightly backup; null without an error or while nightly backups are off. */
export async function nightlyBackupError(): Promise<string | null> {
  if (!env.BACKUP_AT) return null;
  return (await BackupLogModel.findById("trouble").lean())?.trouble ?? null;
}

/** Records once when backups were enabled; a recorded time in the future, from a wrong clock, is replaced. */
export async function recordBackupsEnabled(night: string): Promise<void> {
  const at = now();
  if (await BackupLogModel.exists({ _id: "began", at: { $lte: at } })) return;
  await BackupLogModel.updateOne({ _id: "began" }, { $set: { at, bytes: 0, night } }, { upsert: true });
}

/** Time of the last backup, or of enabling backups before the first one. */
export async function lastBackupOrStartTime(): Promise<Date | null> {
  const last = await lastBackupTime();
  return last ?? (await BackupLogModel.findById("began").lean())?.at ?? null;
}
