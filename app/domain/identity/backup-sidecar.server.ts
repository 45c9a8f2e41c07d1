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
 * Sidecar files next to the backups: changes that a restore must not undo. One file per account that was destroyed or whose
 * sign-in, seal or administration rights have changed. A file has only the latest state, so that an old wrap of a sealed
 * journal's keys does not stay on disk. The key ring encrypts and authenticates each file.
 */
const SIDECAR_FOLDER = "since";
const INDEX_FILE = "list";
const PART_SUFFIX = ".part";

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
  "legacy",
] as const;
export type AccountState = Pick<UserRecord, (typeof SIDECAR_FIELDS)[number]>;
/** `state` null is a tombstone: the account was destroyed. */
export type SidecarNote = { at: Date; state: AccountState | null };
/** Index file: changes from `began` to `reached` are recorded, in `notes` files. */
type SidecarIndex = { began: Date; reached: Date; notes: number };

export const sidecarFolder = (folder: string): string => path.join(folder, SIDECAR_FOLDER);
const localSidecarFolder = () => sidecarFolder(path.join(env.DATA_DIR, "backups"));
const contextOf = (name: string) => `accountNotes|${name}`;

/** File name of an account. Includes its creation time, because a restore may reassign the user id. */
export const sidecarFileName = ({ _id, createdAt }: Pick<UserRecord, "_id" | "createdAt">): string =>
  hashToken(`account ${_id} ${createdAt.getTime()}`).slice(0, 22);

/** Writes atomically, by renaming a complete file. */
async function writeSidecarFile(name: string, value: SidecarNote | SidecarIndex): Promise<void> {
  const file = path.join(localSidecarFolder(), name);
  const part = `${file}-${randomToken(4)}${PART_SUFFIX}`;
  try {
    const sealed = sealForOperator(packRecord(value), contextOf(name));
    await writeFile(part, sealed, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function readSidecarFile<T>(folder: string, name: string): Promise<T> {
  return unpackRecord(openForOperator(await readFile(path.join(folder, name)), contextOf(name))) as T;
}

/** The folder's index; null if it is missing or cannot be decrypted, which starts a new one. */
async function readSidecarIndex(folder: string): Promise<SidecarIndex | null> {
  return readSidecarFile<SidecarIndex>(folder, INDEX_FILE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error instanceof DecryptionError) return null;
    throw error;
  });
}

const listSidecarFiles = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^(list|[\w-]{22})$/.test(name));

/** The merged notes and indexes of several sidecar folders. */
export type Sidecar = {
  notes: Map<string, SidecarNote>;
  /** Null if no folder has a readable index. */
  list: SidecarIndex | null;
  /** Number of files that cannot be decrypted. */
  damaged: number;
  /** Number of files that the index counts and the folders lack, as after an interrupted copy. */
  missing: number;
};

/** Reads all folders; the latest note of each account wins. */
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

/** A change may be stored some time after its `securedAt`, so each run overlaps the previous one. */
const OVERLAP_MS = 10_000;

/** Records accounts changed since the last run. Each machine has its own files. */
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
    // Without a key the account is being destroyed, which is recorded already.
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

/** Writes the tombstone before the record is deleted. A full disk must not prevent the deletion. */
export async function recordDeletion(user: Pick<UserRecord, "_id" | "createdAt">): Promise<void> {
  try {
    await mkdir(localSidecarFolder(), { recursive: true, mode: 0o700 });
    await writeSidecarFile(sidecarFileName(user), { at: now(), state: null });
    await replicateSidecar([sidecarFileName(user)]);
  } catch (error) {
    log.error("account_notes.not_written", error);
  }
}

/** Copies files to BACKUP_COPY_TO if that folder exists; without names, all that differ. */
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

/** Removes partial files, and notes older than the oldest backup: every backup contains their changes. */
export async function pruneSidecar(): Promise<void> {
  const oldest = env.BACKUP_DAYS ? now().getTime() - (env.BACKUP_DAYS + 1) * DAY : 0;
  for (const folder of [
    localSidecarFolder(),
    ...(env.BACKUP_COPY_TO ? [sidecarFolder(env.BACKUP_COPY_TO)] : []),
  ])
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      // The file may have been renamed or removed since the listing; it then counts as new and is skipped.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now().getTime() }));
      const isPartial = name.endsWith(PART_SUFFIX) && mtimeMs < now().getTime() - HOUR;
      if (isPartial || (name !== INDEX_FILE && mtimeMs < oldest)) await rm(file, { force: true });
    }
}

/** Ids of the ring keys that decrypt the local files. */
export async function sidecarKeyIds(): Promise<string[]> {
  const folder = localSidecarFolder();
  const ids = (await listSidecarFiles(folder)).map(async (name) =>
    operatorKeyId(await readFile(path.join(folder, name))),
  );
  return (await Promise.all(ids)).filter((id) => id !== null);
}
