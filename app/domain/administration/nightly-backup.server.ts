import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { withDatabaseDump } from "#models/db/backup.server";
import { databaseBytes } from "#models/db/collections.server";
import { embeddedEngine } from "#models/db/connection.server";
import { BackupLogModel, type BackupLogRecord } from "#models/operations.server";
import { HOUR } from "~/domain/calendar/durations";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { replicateSidecar } from "~/domain/identity/backup-sidecar.server";
import { t } from "~/i18n/t";
import { BackupFileError, encryptFile, verifyBackup } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { appHost, diskInfo, serverZone } from "~/platform/system-info.server";
import { backupsFolder, recordBackupsEnabled } from "./backups.server";
import { formatBytes } from "./health/health-summary";
import { mailAdministrators } from "./health/health.server";

/** Free bytes on the disk of a folder; null when unknown. */
type FreeSpaceIn = (folder: string) => Promise<number | null>;

const freeSpace: FreeSpaceIn = async (folder) => (await diskInfo(folder))?.free ?? null;

/** Suffix of an incomplete backup. Each run removes the incomplete files that interrupted runs left. */
const PARTIAL_SUFFIX = ".snk.part";

/** An error that the operator can act on; its message is shown. */
class NightlyBackupError extends Error {
  override name = "NightlyBackupError";
}

/**
 * The date of the night whose backup is due: today from the time `at` on, and yesterday before it. A server that was off at
 * that time therefore catches up at its start, and a time that a clock change skips or repeats still means one backup.
 */
function backupNightOf(moment: Date, at: string, zone: string): string {
  const { date, time } = localMoment(moment, zone);
  return time >= at ? date : addDays(date, -1);
}

/** "2026-11-21-0300.snk" */
function backupFileName(moment: Date, zone: string): string {
  const { date, time } = localMoment(moment, zone);
  return `${date}-${time.replace(":", "")}.snk`;
}

/** Space that is left free for what members write during the backup. */
const RESERVED_BYTES = 16 * 1024 * 1024;

/** The error message when the disk has too little free space; null when it has enough or `free` is unknown. */
function spaceShortage(place: string, needed: number, free: number | null): string | null {
  if (free === null || free >= needed + RESERVED_BYTES) return null;
  return t("There is not enough room in {place}: {needed} are needed, and {free} are free.", {
    place,
    needed: formatBytes(needed + RESERVED_BYTES),
    free: formatBytes(free),
  });
}

type RunOptions = { signal?: AbortSignal; zone?: string; spaceIn?: FreeSpaceIn };

/**
 * Creates the backup of the night and replicates it, if due; runs every minute in one process at a time. A failure is
 * stored and retried an hour later. Older backups stay until a new one is complete.
 */
export async function nightlyBackup({
  signal,
  zone = serverZone(),
  spaceIn = freeSpace,
}: RunOptions = {}): Promise<void> {
  const night = backupNightOf(now(), env.BACKUP_AT ?? "00:00", zone);
  await recordBackupsEnabled(night);
  if (!env.BACKUP_AT) return;
  const hourAgo = new Date(now().getTime() - HOUR);
  if (await BackupLogModel.exists({ _id: "trouble", at: { $gt: hourAgo, $lte: now() } })) return;
  try {
    if (!(await BackupLogModel.exists({ night }))) await createBackup(night, zone, spaceIn, signal);
    if (signal?.aborted) return;
    await replicateNewestBackup(spaceIn);
    await BackupLogModel.deleteOne({ _id: "trouble" });
  } catch (error) {
    if (signal?.aborted) return;
    const message = describeError(error);
    log.error("backup.failed", error, { trouble: message });
    await BackupLogModel.updateOne(
      { _id: "trouble" },
      { $set: { at: now(), bytes: 0, trouble: message } },
      { upsert: true },
    );
  }
}

async function createBackup(
  night: string,
  zone: string,
  spaceIn: FreeSpaceIn,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = now();
  const folder = backupsFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removePartialFiles(folder);
  // The plain dump and the encrypted backup exist at the same time.
  const shortage = spaceShortage(folder, 2 * (await databaseBytes()), await spaceIn(folder));
  if (shortage) throw new NightlyBackupError(shortage);
  const name = backupFileName(startedAt, zone);
  const file = path.join(folder, name);
  const partialFile = `${file.slice(0, -".snk".length)}-${randomToken(4)}${PARTIAL_SUFFIX}`;
  try {
    await withDatabaseDump(embeddedEngine(), (plain) => encryptFile(plain, partialFile));
    await verifyBackup(partialFile);
    if (signal?.aborted) return;
    await renameComplete(partialFile, file);
  } finally {
    await rm(partialFile, { force: true });
  }
  const { size } = await stat(file);
  const isFirst = !(await BackupLogModel.exists({ name: { $gt: "" } }));
  if (isFirst)
    await mailAdministrators("first-backup", { kind: "first-backup", place: folder }, env.PUBLIC_ORIGIN);
  await BackupLogModel.create({
    _id: randomToken(12),
    at: startedAt,
    bytes: size,
    host: appHost,
    night,
    name,
    tookMs: now().getTime() - startedAt.getTime(),
  });
  await pruneBackups(folder, name);
}

/**
 * Renames a complete backup to its final name and syncs the folder, so that the name survives a power failure.
 * @throws NightlyBackupError if a file of that name exists
 */
async function renameComplete(partialFile: string, file: string): Promise<void> {
  if (await stat(file).catch(() => null))
    throw new NightlyBackupError(t("{file} is there already.", { file }));
  await rename(partialFile, file);
  const folder = await open(path.dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Copies the newest nightly backup to BACKUP_COPY_TO once, and the sidecar files whenever they have changed.
 */
async function replicateNewestBackup(spaceIn: FreeSpaceIn): Promise<void> {
  const folder = env.BACKUP_COPY_TO;
  if (!folder) return;
  await replicateSidecar();
  const [newest] = await listOwnBackups();
  if (!newest || newest.copiedTo === folder) return;
  const source = path.join(backupsFolder(), newest.name);
  if (!(await stat(source).catch(() => null))) return;
  // The folder is never created here: a missing one means that its disk is not mounted.
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new NightlyBackupError(
      t("The second folder, {folder}, is not there. Is its disk connected?", { folder }),
    );
  await removePartialFiles(folder);
  const shortage = spaceShortage(folder, newest.bytes, await spaceIn(folder));
  if (shortage) throw new NightlyBackupError(shortage);
  const partialFile = path.join(folder, `${newest.name}-${randomToken(4)}${PARTIAL_SUFFIX}`);
  try {
    await copyFile(source, partialFile);
    const copy = await open(partialFile, "r+");
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    await verifyBackup(partialFile);
    await rename(partialFile, path.join(folder, newest.name));
  } finally {
    await rm(partialFile, { force: true }).catch(() => undefined);
  }
  await BackupLogModel.updateOne({ _id: newest._id }, { $set: { copiedTo: folder } });
  await pruneBackups(folder, newest.name);
}

/** The recorded nightly backups, newest first. */
const listOwnBackups = (): Promise<BackupLogRecord[]> =>
  BackupLogModel.find({ name: { $gt: "" } })
    .sort({ at: -1 })
    .lean();

/** Keeps the newest BACKUP_KEEP nightly backups in a folder, and every file that no nightly run created. */
async function pruneBackups(folder: string, newest: string): Promise<void> {
  const present = await readdir(folder);
  const older = (await listOwnBackups())
    .map(({ name }) => name)
    .filter((name) => name !== newest && present.includes(name));
  for (const name of older.slice(env.BACKUP_KEEP - 1)) await rm(path.join(folder, name), { force: true });
}

async function removePartialFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(PARTIAL_SUFFIX)) await rm(path.join(folder, name), { force: true });
}

function describeError(error: unknown): string {
  if (error instanceof NightlyBackupError || error instanceof BackupFileError) return error.message;
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return t("The disk is full.");
  if (code && ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code))
    return t("{place} cannot be written ({code}).", { place: place ?? backupsFolder(), code });
  return t("Something unexpected happened; the server’s log names it at backup.failed.");
}
