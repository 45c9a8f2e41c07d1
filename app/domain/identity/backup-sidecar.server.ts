import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { packRecord, unpackRecord } from "#models/db/backup.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { DAY, HOUR, isBeyondClockSkew } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import {
  DecryptionError,
  openForOperator,
  operatorKeyId,
  sealForOperator,
} from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { hashToken, randomToken } from "~/platform/signing.server";

/**
 * Notes beside the backups of what none of them may bring back: one small file for each account that was destroyed, or whose
 * password, seal, second step or rank has changed. A restore reads them. A file holds the last state alone, so that an old
 * wrap of a sealed journal's key leaves the disk with the next change. Each is sealed by the ring, which also proves it.
 */
const SIDECAR_FOLDER = "since";
const INDEX_FILE = "list";
const PART_SUFFIX = ".part";

/** What is noted of an account that goes on. */
const SIDECAR_FIELDS = [
  "passwordHash",
  "status",
  "deleteAfter",
  "isAdmin",
  "twoStep",
  "atProvider",
  "passkeys",
  "crypto",
  "sealing",
  "beginning",
] as const;
export type AccountState = Pick<UserRecord, (typeof SIDECAR_FIELDS)[number]>;
/** `state` is null for an account that was destroyed. */
export type SidecarNote = { at: Date; state: AccountState | null };
/** From when on changes are noted, up to when they have been, and how many notes lay there then. */
type SidecarIndex = { began: Date; reached: Date; notes: number };

export const sidecarFolder = (folder: string): string => path.join(folder, SIDECAR_FOLDER);
const localSidecarFolder = () => sidecarFolder(path.join(env.DATA_DIR, "backups"));
const place = (name: string) => `accountNotes|${name}`;

/** The name of someone's note: a number may be given again after a restore, so the moment belongs to it. */
export const sidecarFileName = ({ _id, createdAt }: Pick<UserRecord, "_id" | "createdAt">): string =>
  hashToken(`account ${_id} ${createdAt.getTime()}`).slice(0, 22);

/** Writes a note, or the list, in one step. */
async function writeSidecarFile(name: string, value: SidecarNote | SidecarIndex): Promise<void> {
  const file = path.join(localSidecarFolder(), name);
  const part = `${file}-${randomToken(4)}${PART_SUFFIX}`;
  try {
    const sealed = sealForOperator(packRecord(value), place(name));
    await writeFile(part, sealed, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function readSidecarFile<T>(folder: string, name: string): Promise<T> {
  return unpackRecord(openForOperator(await readFile(path.join(folder, name)), place(name))) as T;
}

/** The list of a folder; null where there is none that opens. */
async function readSidecarIndex(folder: string): Promise<SidecarIndex | null> {
  return readSidecarFile<SidecarIndex>(folder, INDEX_FILE).catch((error: NodeJS.ErrnoException) => {
    // One that opens no more begins again.
    if (error.code === "ENOENT" || error instanceof DecryptionError) return null;
    throw error;
  });
}

/** The names of the notes and of the list in a folder. */
const listSidecarFiles = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^(list|[\w-]{22})$/.test(name));

/** What the notes of several folders say together. */
export type Sidecar = {
  notes: Map<string, SidecarNote>;
  /** Null where no folder holds a list that opens. */
  list: SidecarIndex | null;
  /** How many do not open. */
  damaged: number;
  /** How many were there when the list was written and are not in these folders: a copy that was cut off. */
  missing: number;
};

/** Reads the notes in all of these folders; of two notes of one account the later one counts. */
export async function readSidecar(folders: readonly string[]): Promise<Sidecar> {
  const found: Sidecar = { notes: new Map(), list: null, damaged: 0, missing: 0 };
  const names = new Set<string>();
  for (const folder of new Set(folders.map((each) => path.resolve(each))))
    for (const name of await listSidecarFiles(folder)) {
      if (name !== INDEX_FILE) names.add(name);
      const value = await readSidecarFile<SidecarNote | SidecarIndex>(folder, name).catch(() => null);
      if (!value) found.damaged += 1;
      else if ("began" in value) found.list = mergeIndexes(found.list, value);
      else if (value.at > (found.notes.get(name)?.at ?? new Date(0))) found.notes.set(name, value);
    }
  found.missing = Math.max(0, (found.list?.notes ?? 0) - names.size);
  return found;
}

const mergeIndexes = (one: SidecarIndex | null, other: SidecarIndex): SidecarIndex => {
  const last = one && one.reached > other.reached ? one : other;
  return { ...last, began: one && one.began < other.began ? one.began : other.began };
};

/** A change is stored a moment after the one that it names. */
const OVERLAP_MS = 10_000;

/** Notes what has changed since the last time. Every minute; on several machines each keeps notes of its own. */
export async function recordAccountChanges(): Promise<void> {
  const at = now();
  const folder = localSidecarFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const list = await readSidecarIndex(folder);
  const isKnown = list !== null && !isBeyondClockSkew(list.reached, at);
  const changed = isKnown
    ? { securedAt: { $gt: new Date(list.reached.getTime() - OVERLAP_MS) } }
    : { $or: [{ securedAt: { $gt: new Date(0) } }, { "sealing.since": { $gt: new Date(0) } }] };
  const names: string[] = [];
  for await (const user of UserModel.find(changed).lean().cursor() as AsyncIterable<UserRecord>) {
    // The key of an account that is being destroyed is gone, and that is noted already.
    if (!user.crypto.keyId) continue;
    const state = Object.fromEntries(SIDECAR_FIELDS.map((field) => [field, user[field]]));
    const since = user.securedAt ?? user.sealing?.since ?? at;
    await writeSidecarFile(sidecarFileName(user), { at: since, state: state as AccountState });
    names.push(sidecarFileName(user));
  }
  const notes = (await listSidecarFiles(folder)).filter((name) => name !== INDEX_FILE).length;
  const isRecent = isKnown && list.notes === notes && at.getTime() - list.reached.getTime() < HOUR;
  if (names.length === 0 && isRecent) return;
  await writeSidecarFile(INDEX_FILE, { began: list?.began ?? at, reached: at, notes });
  await replicateSidecar([...names, INDEX_FILE]);
}

/** Notes that an account is destroyed, before its record goes. That a disk is full does not keep anyone's words here. */
export async function recordDeletion(user: Pick<UserRecord, "_id" | "createdAt">): Promise<void> {
  try {
    await mkdir(localSidecarFolder(), { recursive: true, mode: 0o700 });
    await writeSidecarFile(sidecarFileName(user), { at: now(), state: null });
    await replicateSidecar([sidecarFileName(user)]);
  } catch (error) {
    log.error("account_notes.not_written", error);
  }
}

/** Notes in the second folder, as far as it is there; without names all that differ, which is what the nightly backup asks for. */
export async function replicateSidecar(names?: readonly string[]): Promise<void> {
  if (!env.BACKUP_COPY_TO || !(await stat(env.BACKUP_COPY_TO).catch(() => null))?.isDirectory()) return;
  const [from, to] = [localSidecarFolder(), sidecarFolder(env.BACKUP_COPY_TO)];
  try {
    const copied = names ?? (await listSidecarFiles(from));
    if (copied.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
    for (const name of copied) {
      const [source, target] = [path.join(from, name), path.join(to, name)];
      const { mtime } = await stat(source);
      if ((await stat(target).catch(() => null))?.mtimeMs === mtime.getTime()) continue;
      const part = `${target}-${randomToken(4)}${PART_SUFFIX}`;
      await copyFile(source, part);
      await utimes(part, mtime, mtime);
      await rename(part, target);
    }
  } catch (error) {
    log.warn("account_notes.not_copied", { reason: (error as NodeJS.ErrnoException).code ?? "unknown" });
  }
}

/** Removes what was cut off, and notes that are older than any backup: those hold the change themselves. */
export async function pruneSidecar(): Promise<void> {
  const oldest = env.BACKUP_DAYS ? now().getTime() - (env.BACKUP_DAYS + 1) * DAY : 0;
  for (const folder of [
    localSidecarFolder(),
    ...(env.BACKUP_COPY_TO ? [sidecarFolder(env.BACKUP_COPY_TO)] : []),
  ])
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      // One that was being written has its name by now.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now().getTime() }));
      const isCutOff = name.endsWith(PART_SUFFIX) && mtimeMs < now().getTime() - HOUR;
      if (isCutOff || (name !== INDEX_FILE && mtimeMs < oldest)) await rm(file, { force: true });
    }
}

/** The ids of the keys of the ring that open the notes here. */
export async function sidecarKeyIds(): Promise<string[]> {
  const folder = localSidecarFolder();
  const ids = (await listSidecarFiles(folder)).map(async (name) =>
    operatorKeyId(await readFile(path.join(folder, name))),
  );
  return (await Promise.all(ids)).filter((id) => id !== null);
}
