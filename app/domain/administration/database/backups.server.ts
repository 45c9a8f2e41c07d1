import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { BackupNoteModel } from "#models/backup-note.server";
import { withDump } from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { DAY } from "~/domain/calendar/durations";
import { instantOf } from "~/domain/calendar/instants";
import { removeOldNotes } from "~/domain/identity/account-notes/write-notes.server";
import { sealFile } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { appHost, serverZone } from "~/platform/process-facts.server";
import { randomToken } from "~/platform/signing.server";

/**
 * Backups that administrators make and fetch. They are encrypted with the operator's key before
 * they touch the disk for good, and stay encrypted on their way to the browser: the file alone is unreadable.
 */
export const backupsFolder = (): string => path.join(env.DATA_DIR, "backups");
const ASKED_FOR = /^still-and-know-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-[\w-]{6}\.backup$/;
const NIGHTLY = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\.snk$/;
const isBackupName = (name: string) => ASKED_FOR.test(name) || NIGHTLY.test(name);

export type BackupFile = { name: string; at: Date; bytes: number };

/** Makes one now. */
export async function makeBackup(): Promise<BackupFile> {
  await mkdir(backupsFolder(), { recursive: true, mode: 0o700 });
  const stamp = now().toISOString().replaceAll(":", "").slice(0, 17);
  const name = `still-and-know-${stamp}Z-${randomToken(5).slice(0, 6)}.backup`;
  const file = path.join(backupsFolder(), name);
  await withDump(embeddedEngine(), (plain) => sealFile(plain, file));
  const { size } = await stat(file);
  await noteBackup(size);
  return { name, at: now(), bytes: size };
}

/** Writes down that a backup was made, wherever its file went. */
export async function noteBackup(bytes: number): Promise<void> {
  await BackupNoteModel.create({ _id: randomToken(12), at: now(), bytes, host: appHost });
}

/** By its name: a file that was copied here is no newer for that. */
function madeAt(name: string): Date {
  const [, night, hour, minute] = NIGHTLY.exec(name) ?? [];
  if (night) return instantOf(night, `${hour}:${minute}`, serverZone());
  const [, day = "", hours = "", minutes = "", seconds = ""] = ASKED_FOR.exec(name) ?? [];
  return new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/** The files on this machine, newest first. */
export async function listBackups(): Promise<BackupFile[]> {
  const names = (await readdir(backupsFolder()).catch(() => [])).filter((name) => isBackupName(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size } = await stat(path.join(backupsFolder(), name));
      return { name, at: madeAt(name), bytes: size };
    }),
  );
  return files.sort((a, b) => b.at.getTime() - a.at.getTime() || b.name.localeCompare(a.name, "en"));
}

/** A file's bytes, still encrypted; null when there is no such backup. */
export async function openBackup(
  name: string,
): Promise<{ bytes: number; stream: AsyncIterable<Uint8Array> } | null> {
  if (!isBackupName(name)) return null;
  const file = path.join(backupsFolder(), name);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  return { bytes: found.size, stream: createReadStream(file) };
}

/** Those that are older than backups are kept, as people are told; none where that is not set. */
export async function oldBackups(): Promise<BackupFile[]> {
  if (!env.BACKUP_DAYS) return [];
  const oldest = now().getTime() - env.BACKUP_DAYS * DAY;
  return (await listBackups()).filter(({ at }) => at.getTime() < oldest);
}

export async function removeOldBackups(): Promise<void> {
  for (const { name } of await oldBackups()) await removeBackup(name);
  await removeOldNotes();
}

export async function removeBackup(name: string): Promise<boolean> {
  if (!isBackupName(name)) return false;
  return rm(path.join(backupsFolder(), name)).then(
    () => true,
    () => false,
  );
}

/** When the last backup was made; null when we know of no backup. */
export async function lastBackup(): Promise<Date | null> {
  const last = await BackupNoteModel.findOne({ bytes: { $gt: 0 } })
    .sort({ at: -1 })
    .lean();
  return last?.at ?? null;
}
