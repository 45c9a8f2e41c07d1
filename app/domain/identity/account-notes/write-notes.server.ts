import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { UserModel, type UserRecord } from "#models/user.server";
import { isAhead } from "~/domain/calendar/deadline";
import { DAY, HOUR } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { operatorKeyId } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import {
  listIn,
  NOTE_LIST,
  NOTE_PART,
  NOTED,
  noteName,
  noteNames,
  notesIn,
  ownNotes,
  writeNote,
  type AccountState,
} from "./note-files.server";

/** A change is stored a moment after the one that it names. */
const OVERLAP_MS = 10_000;

/** Notes what has changed since the last time. Every minute; on several machines each keeps notes of its own. */
export async function noteAccounts(): Promise<void> {
  const at = now();
  const folder = ownNotes();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const list = await listIn(folder);
  const isKnown = list !== null && !isAhead(list.reached, at);
  const changed = isKnown
    ? { securedAt: { $gt: new Date(list.reached.getTime() - OVERLAP_MS) } }
    : { $or: [{ securedAt: { $gt: new Date(0) } }, { "sealing.since": { $gt: new Date(0) } }] };
  const names: string[] = [];
  for await (const user of UserModel.find(changed).lean().cursor() as AsyncIterable<UserRecord>) {
    // The key of an account that is being destroyed is gone, and that is noted already.
    if (!user.crypto.keyId) continue;
    const state = Object.fromEntries(NOTED.map((field) => [field, user[field]]));
    const since = user.securedAt ?? user.sealing?.since ?? at;
    await writeNote(noteName(user), { at: since, state: state as AccountState });
    names.push(noteName(user));
  }
  const notes = (await noteNames(folder)).filter((name) => name !== NOTE_LIST).length;
  const isRecent = isKnown && list.notes === notes && at.getTime() - list.reached.getTime() < HOUR;
  if (names.length === 0 && isRecent) return;
  await writeNote(NOTE_LIST, { began: list?.began ?? at, reached: at, notes });
  await copyNotes([...names, NOTE_LIST]);
}

/** Notes that an account is destroyed, before its record goes. That a disk is full does not keep anyone's words here. */
export async function noteDestroyed(user: Pick<UserRecord, "_id" | "createdAt">): Promise<void> {
  try {
    await mkdir(ownNotes(), { recursive: true, mode: 0o700 });
    await writeNote(noteName(user), { at: now(), state: null });
    await copyNotes([noteName(user)]);
  } catch (error) {
    log.error("account_notes.not_written", error);
  }
}

/** Notes in the second folder, as far as it is there; without names all that differ, which is what the nightly backup asks for. */
export async function copyNotes(names?: readonly string[]): Promise<void> {
  if (!env.BACKUP_COPY_TO || !(await stat(env.BACKUP_COPY_TO).catch(() => null))?.isDirectory()) return;
  const [from, to] = [ownNotes(), notesIn(env.BACKUP_COPY_TO)];
  try {
    const copied = names ?? (await noteNames(from));
    if (copied.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
    for (const name of copied) {
      const [source, target] = [path.join(from, name), path.join(to, name)];
      const { mtime } = await stat(source);
      if ((await stat(target).catch(() => null))?.mtimeMs === mtime.getTime()) continue;
      const part = `${target}-${randomToken(4)}${NOTE_PART}`;
      await copyFile(source, part);
      await utimes(part, mtime, mtime);
      await rename(part, target);
    }
  } catch (error) {
    log.warn("account_notes.not_copied", { reason: (error as NodeJS.ErrnoException).code ?? "unknown" });
  }
}

/** Removes what was cut off, and notes that are older than any backup: those hold the change themselves. */
export async function removeOldNotes(): Promise<void> {
  const oldest = env.BACKUP_DAYS ? now().getTime() - (env.BACKUP_DAYS + 1) * DAY : 0;
  for (const folder of [ownNotes(), ...(env.BACKUP_COPY_TO ? [notesIn(env.BACKUP_COPY_TO)] : [])])
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      // One that was being written has its name by now.
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now().getTime() }));
      const isCutOff = name.endsWith(NOTE_PART) && mtimeMs < now().getTime() - HOUR;
      if (isCutOff || (name !== NOTE_LIST && mtimeMs < oldest)) await rm(file, { force: true });
    }
}

/** The ids of the keys of the ring that open the notes here. */
export async function keysOfNotes(): Promise<string[]> {
  const folder = ownNotes();
  const ids = (await noteNames(folder)).map(async (name) =>
    operatorKeyId(await readFile(path.join(folder, name))),
  );
  return (await Promise.all(ids)).filter((id) => id !== null);
}
