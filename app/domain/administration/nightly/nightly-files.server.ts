import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { BackupNoteModel, type BackupNoteRecord } from "#models/backup-note.server";
import { env } from "~/platform/env.server";
import { diskFacts } from "~/platform/process-facts.server";
import { beyondKept } from "./night";

/** The free space of a folder's disk, in bytes; null where nobody can say. */
export type FreeSpaceIn = (folder: string) => Promise<number | null>;

/** What lies here under such a name was cut off; it is no backup, and the next round removes it. */
export const PART = ".snk.part";

/** A reason that the operator can do something about, in a sentence. */
export class NightlyTroubleError extends Error {
  override name = "NightlyTroubleError";
}

/** Asks the disk. */
export const freeSpace: FreeSpaceIn = async (folder) => (await diskFacts(folder))?.free ?? null;

/** The nightly backups that were made, newest first. */
export const madeHere = (): Promise<BackupNoteRecord[]> =>
  BackupNoteModel.find({ name: { $gt: "" } })
    .sort({ at: -1 })
    .lean();

/** Removes from a folder what this job made there, beyond those that are kept. */
export async function removeBeyondKept(folder: string, newest: string): Promise<void> {
  const made = (await madeHere()).map(({ name }) => name);
  const old = beyondKept(made, await readdir(folder), env.BACKUP_KEEP, newest);
  for (const name of old) await rm(path.join(folder, name), { force: true });
}

/** Removes what was cut off. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(PART)) await rm(path.join(folder, name), { force: true });
}
