import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { BackupNoteModel } from "#models/backup-note.server";
import { withDump } from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { databaseBytes } from "#models/db/inspect.server";
import { backupsFolder } from "~/domain/administration/database/backups.server";
import { noteBeginning } from "~/domain/administration/database/nightly-state.server";
import { HOUR } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";
import { BackupFileError, readBackupThrough, sealFile } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { appHost, serverZone } from "~/platform/process-facts.server";
import { randomToken } from "~/platform/signing.server";
import { copyNewest } from "./copy-newest.server";
import { mailFirstBackup } from "./mail-first-backup.server";
import { lackOfSpace, nightlyName, nightOf } from "./night";
import {
  freeSpace,
  NightlyTroubleError,
  PART,
  removeBeyondKept,
  sweepParts,
  type FreeSpaceIn,
} from "./nightly-files.server";

type Round = {
  signal?: AbortSignal;
  zone?: string;
  spaceIn?: FreeSpaceIn;
};

/**
 * One look at whether a backup is due, by one process at a time. What fails is noted and tried again an hour later; what
 * was there before stays until a new one is whole.
 */
export async function nightlyBackup({
  signal,
  zone = serverZone(),
  spaceIn = freeSpace,
}: Round = {}): Promise<void> {
  const night = nightOf(now(), env.BACKUP_AT ?? "00:00", zone);
  await noteBeginning(night);
  if (!env.BACKUP_AT) return;
  const lately = new Date(now().getTime() - HOUR);
  if (await BackupNoteModel.exists({ _id: "trouble", at: { $gt: lately, $lte: now() } })) return;
  try {
    if (!(await BackupNoteModel.exists({ night }))) await make(night, zone, spaceIn, signal);
    if (signal?.aborted) return;
    await copyNewest(spaceIn);
    await BackupNoteModel.deleteOne({ _id: "trouble" });
  } catch (error) {
    if (signal?.aborted) return;
    const trouble = inWords(error);
    log.error("backup.failed", error, { trouble });
    await BackupNoteModel.updateOne(
      { _id: "trouble" },
      { $set: { at: now(), bytes: 0, trouble } },
      { upsert: true },
    );
  }
}

async function make(night: string, zone: string, spaceIn: FreeSpaceIn, signal?: AbortSignal): Promise<void> {
  const startedAt = now();
  const folder = backupsFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepParts(folder);
  // The copy that is not encrypted and the backup lie beside each other for a while.
  const lack = lackOfSpace(folder, 2 * (await databaseBytes()), await spaceIn(folder));
  if (lack) throw new NightlyTroubleError(lack);
  const name = nightlyName(startedAt, zone);
  const file = path.join(folder, name);
  const part = `${file.slice(0, -".snk".length)}-${randomToken(4)}${PART}`;
  try {
    await withDump(embeddedEngine(), (plain) => sealFile(plain, part));
    await readBackupThrough(part);
    if (signal?.aborted) return;
    await putInPlace(part, file);
  } finally {
    await rm(part, { force: true });
  }
  const { size } = await stat(file);
  const isFirst = !(await BackupNoteModel.exists({ name: { $gt: "" } }));
  if (isFirst) await mailFirstBackup(folder);
  await BackupNoteModel.create({
    _id: randomToken(12),
    at: startedAt,
    bytes: size,
    host: appHost,
    night,
    name,
    tookMs: now().getTime() - startedAt.getTime(),
  });
  await removeBeyondKept(folder, name);
}

/** Under its name only when it is whole, and never in the place of another. */
async function putInPlace(part: string, file: string): Promise<void> {
  if (await stat(file).catch(() => null))
    throw new NightlyTroubleError(t("{file} is there already.", { file }));
  await rename(part, file);
  const folder = await open(path.dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function inWords(error: unknown): string {
  if (error instanceof NightlyTroubleError || error instanceof BackupFileError) return error.message;
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return t("The disk is full.");
  if (code && ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code))
    return t("{place} cannot be written ({code}).", { place: place ?? backupsFolder(), code });
  return t("Something unexpected happened; the server’s log names it at backup.failed.");
}
