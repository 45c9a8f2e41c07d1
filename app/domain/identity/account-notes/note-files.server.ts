import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { packRecord, unpackRecord } from "#models/db/restored.server";
import type { UserRecord } from "#models/user.server";
import { DecryptionError, openForOperator, sealForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { hashToken, randomToken } from "~/platform/signing.server";

/**
 * Notes beside the backups of what none of them may bring back: one small file for each account that was destroyed, or whose
 * password, seal, second step or rank has changed. A restore reads them. A file holds the last state alone, so that an old
 * wrap of a sealed journal's key leaves the disk with the next change. Each is sealed by the ring, which also proves it.
 */
const NOTES = "since";
export const NOTE_LIST = "list";
export const NOTE_PART = ".part";

/** What is noted of an account that goes on. */
export const NOTED = [
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
export type AccountState = Pick<UserRecord, (typeof NOTED)[number]>;
/** `state` is null for an account that was destroyed. */
export type AccountNote = { at: Date; state: AccountState | null };
/** From when on changes are noted, up to when they have been, and how many notes lay there then. */
type List = { began: Date; reached: Date; notes: number };

export const notesIn = (folder: string): string => path.join(folder, NOTES);
export const ownNotes = () => notesIn(path.join(env.DATA_DIR, "backups"));
const place = (name: string) => `accountNotes|${name}`;

/** The name of someone's note: a number may be given again after a restore, so the moment belongs to it. */
export const noteName = ({ _id, createdAt }: Pick<UserRecord, "_id" | "createdAt">): string =>
  hashToken(`account ${_id} ${createdAt.getTime()}`).slice(0, 22);

/** Writes a note, or the list, in one step. */
export async function writeNote(name: string, value: AccountNote | List): Promise<void> {
  const file = path.join(ownNotes(), name);
  const part = `${file}-${randomToken(4)}${NOTE_PART}`;
  try {
    const sealed = sealForOperator(packRecord(value), place(name));
    await writeFile(part, sealed, { flag: "wx", mode: 0o600, flush: true });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function read<T>(folder: string, name: string): Promise<T> {
  return unpackRecord(openForOperator(await readFile(path.join(folder, name)), place(name))) as T;
}

/** The list of a folder; null where there is none that opens. */
export async function listIn(folder: string): Promise<List | null> {
  return read<List>(folder, NOTE_LIST).catch((error: NodeJS.ErrnoException) => {
    // One that opens no more begins again.
    if (error.code === "ENOENT" || error instanceof DecryptionError) return null;
    throw error;
  });
}

/** The names of the notes and of the list in a folder. */
export const noteNames = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^(list|[\w-]{22})$/.test(name));

/** What the notes of several folders say together. */
export type Notes = {
  notes: Map<string, AccountNote>;
  /** Null where no folder holds a list that opens. */
  list: List | null;
  /** How many do not open. */
  damaged: number;
  /** How many were there when the list was written and are not in these folders: a copy that was cut off. */
  missing: number;
};

/** Reads the notes in all of these folders; of two notes of one account the later one counts. */
export async function readNotes(folders: readonly string[]): Promise<Notes> {
  const found: Notes = { notes: new Map(), list: null, damaged: 0, missing: 0 };
  const names = new Set<string>();
  for (const folder of new Set(folders.map((each) => path.resolve(each))))
    for (const name of await noteNames(folder)) {
      if (name !== NOTE_LIST) names.add(name);
      const value = await read<AccountNote | List>(folder, name).catch(() => null);
      if (!value) found.damaged += 1;
      else if ("began" in value) found.list = together(found.list, value);
      else if (value.at > (found.notes.get(name)?.at ?? new Date(0))) found.notes.set(name, value);
    }
  found.missing = Math.max(0, (found.list?.notes ?? 0) - names.size);
  return found;
}

const together = (one: List | null, other: List): List => {
  const last = one && one.reached > other.reached ? one : other;
  return { ...last, began: one && one.began < other.began ? one.began : other.began };
};
