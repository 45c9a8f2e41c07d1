import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { BackupNoteModel, type BackupNoteRecord } from "#models/backup-note.server";
import { withDump } from "#models/db/backup.server";
import { embeddedEngine } from "#models/db/connection.server";
import { databaseBytes } from "#models/db/inspect.server";
import { backupsFolder } from "~/domain/administration/database/backups.server";
import { noteBeginning } from "~/domain/administration/database/nightly-state.server";
import { HOUR } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";
import { BackupFileError, readThrough, sealFile } from "~/platform/backup-file.server";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { appHost, diskFacts, serverZone } from "~/platform/process-facts.server";
import { randomToken } from "~/platform/signing.server";
import { mailFirstBackup } from "./mail-first-backup.server";
import { beyondKept, lackOfRoom, nightlyName, nightOf } from "./night";

type Round = {
  signal?: AbortSignal;
  zone?: string;
  /** The free room of a folder's disk, in bytes; null where nobody can say. */
  roomIn?: (folder: string) => Promise<number | null>;
};

/** What lies here under such a name was cut off; it is no backup, and the next round removes it. */
const PART = ".snk.part";

/** A reason that the operator can do something about, in a sentence. */
class NightlyTroubleError extends Error {
  override name = "NightlyTroubleError";
}

const freeRoom = async (folder: string) => (await diskFacts(folder))?.free ?? null;

/**
 * One look at whether a backup is due, by one process at a time. What fails is noted and tried again an hour later; what
 * was there before stays until a new one is whole.
 */
export async function nightlyBackup({
  signal,
  zone = serverZone(),
  roomIn = freeRoom,
}: Round = {}): Promise<void> {
  const night = nightOf(now(), env.BACKUP_AT ?? "00:00", zone);
  await noteBeginning(night);
  if (!env.BACKUP_AT) return;
  const lately = new Date(now().getTime() - HOUR);
  if (await BackupNoteModel.exists({ _id: "trouble", at: { $gt: lately, $lte: now() } })) return;
  try {
    if (!(await BackupNoteModel.exists({ night }))) await make(night, zone, roomIn, signal);
    if (signal?.aborted) return;
    await copyNewest(roomIn);
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

async function make(
  night: string,
  zone: string,
  roomIn: NonNullable<Round["roomIn"]>,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = now();
  const folder = backupsFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepParts(folder);
  // The copy that is not encrypted and the backup lie beside each other for a while.
  const lack = lackOfRoom(folder, 2 * (await databaseBytes()), await roomIn(folder));
  if (lack) throw new NightlyTroubleError(lack);
  const name = nightlyName(startedAt, zone);
  const file = path.join(folder, name);
  const part = `${file.slice(0, -".snk".length)}-${randomToken(4)}${PART}`;
  try {
    await withDump(embeddedEngine(), (plain) => sealFile(plain, part));
    await readThrough(part);
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

/** The newest nightly backup in the second folder, once. */
async function copyNewest(roomIn: NonNullable<Round["roomIn"]>): Promise<void> {
  const folder = env.BACKUP_COPY_TO;
  if (!folder) return;
  const [newest] = await madeHere();
  if (!newest || newest.copiedTo === folder) return;
  const source = path.join(backupsFolder(), newest.name);
  if (!(await stat(source).catch(() => null))) return;
  // Never made by us: a folder that is missing is a disk that is not there.
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new NightlyTroubleError(
      t("The second folder, {folder}, is not there. Is its disk connected?", { folder }),
    );
  await sweepParts(folder);
  const lack = lackOfRoom(folder, newest.bytes, await roomIn(folder));
  if (lack) throw new NightlyTroubleError(lack);
  const part = path.join(folder, `${newest.name}-${randomToken(4)}${PART}`);
  try {
    await copyFile(source, part);
    const copy = await open(part, "r+");
    await copy.sync().finally(() => copy.close());
    await readThrough(part);
    await rename(part, path.join(folder, newest.name));
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
  await BackupNoteModel.updateOne({ _id: newest._id }, { $set: { copiedTo: folder } });
  await removeBeyondKept(folder, newest.name);
}

/** The nightly backups that were made, newest first. */
const madeHere = (): Promise<BackupNoteRecord[]> =>
  BackupNoteModel.find({ name: { $gt: "" } })
    .sort({ at: -1 })
    .lean();

async function removeBeyondKept(folder: string, newest: string): Promise<void> {
  const made = (await madeHere()).map(({ name }) => name);
  const old = beyondKept(made, await readdir(folder), env.BACKUP_KEEP, newest);
  for (const name of old) await rm(path.join(folder, name), { force: true });
}

async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
}

function inWords(error: unknown): string {
  if (error instanceof NightlyTroubleError || error instanceof BackupFileError) return error.message;
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return t("The disk is full.");
  if (code && ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code))
    return t("{place} cannot be written ({code}).", { place: place ?? backupsFolder(), code });
  return t("Something unexpected happened; the server’s log names it at backup.failed.");
}
