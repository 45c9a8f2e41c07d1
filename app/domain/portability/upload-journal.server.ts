import { SECOND } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now, wait } from "~/platform/clock";
import { ConcurrencyLimit, LimitReachedError } from "~/platform/concurrency-limit.server";
import { log } from "~/platform/log.server";
import {
  dropUpload,
  findUpload,
  leaveUpload,
  noteUpload,
  readPiece,
  refuseUpload,
  sayBusy,
  takeUpUpload,
  type UploadHead,
} from "./held-upload.server";
import { holdImport } from "./hold-import.server";
import type { ArrivingUpload, UploadWait } from "./hold-upload.server";
import type { UploadRefusal } from "./import-limits";
import { shownFileName } from "./import-preview-of";
import { findHeldImports } from "./pending-import.server";
import { readInThread } from "./read-in-thread.server";
import { UploadError } from "./upload-error";

export type UploadResult = { ok: true; id: string } | { ok: false; code: UploadRefusal | UploadWait };

/** A journal of text is read within this; a page tells how far a larger one is. */
const WAITED_MS = 6 * SECOND;
/** While it is read, or waits for its turn, that is said this often. */
const SAID_EVERY = 3 * SECOND;

/**
 * Reads a file that has come, and keeps what it holds for its writer to look at. One file at a time on a server; a long one
 * goes on after the answer, and its page says how far it is. @returns the id of the import
 */
export async function uploadJournal(
  member: Member,
  name: string,
  upload: ArrivingUpload | UploadWait,
): Promise<UploadResult> {
  if (typeof upload === "string") return { ok: false, code: upload };
  const head = { ...upload.take(), fileName: shownFileName(name) };
  await noteUpload(member, head);
  const refused = await firstOf(readToEnd(member, head));
  if (!refused) return { ok: true, id: head.id };
  await dropUpload(member);
  return { ok: false, code: refused };
}

/** How far a file is that is being read; null where there is none with this id. `refused`: why it was not taken. */
export type ReadingState = Pick<UploadHead, "fileName" | "refused"> & {
  entries: number;
  /** Nobody reads it any more: the server was stopped on the way. */
  isIdle: boolean;
};

export async function readingState(member: Member, id: string): Promise<ReadingState | null> {
  const upload = await findUpload(member);
  if (upload?.id !== id) return null;
  const { fileName, refused, entries, isIdle } = upload;
  return { fileName, refused, entries, isIdle };
}

/** A file that its person has not finished with: it is read, waits to be looked at, or is being brought. */
export async function findWaitingImport(member: Member): Promise<{ id: string; fileName: string } | null> {
  const [upload, held] = await Promise.all([findUpload(member), findHeldImports(member)]);
  // One that is still on its way has no name yet, and one that was read is among the imports.
  const isRead = !upload?.fileName || upload.refused || held.some(({ id }) => id === upload.id);
  const waiting = isRead ? held.find(({ isDone }) => !isDone) : upload;
  return waiting ? { id: waiting.id, fileName: waiting.fileName } : null;
}

/** Reads a file from its beginning where a server was stopped on the way. @returns false where there is no such file */
export async function readAgain(member: Member, id: string): Promise<boolean> {
  const upload = await findUpload(member);
  if (upload?.id !== id) return false;
  if (upload.isIdle && !upload.refused && (await takeUpUpload(member))) {
    const { fileName, size } = upload;
    await firstOf(readToEnd(member, { id, fileName, size }));
  }
  return true;
}

/** Throws away a file that nobody reads. */
export async function dropReading(member: Member, id: string): Promise<void> {
  const upload = await findUpload(member);
  if (upload?.id === id && upload.isIdle) await dropUpload(member);
}

/** What comes of a reading, if that is known soon. What fails later is said on the page of the import. */
async function firstOf<Outcome>(reading: Promise<Outcome>): Promise<Outcome | null> {
  let isWaitedFor = true;
  const answered = new AbortController();
  const soon = wait(WAITED_MS, answered.signal).then(() => null);
  soon.catch(() => undefined);
  reading.catch((error: unknown) => {
    if (!isWaitedFor) log.error("import.reading_failed", error);
  });
  try {
    return await Promise.race([reading, soon]);
  } finally {
    isWaitedFor = false;
    answered.abort();
  }
}

const shared = globalThis as typeof globalThis & { readings?: ConcurrencyLimit<"all"> };
/** More than the places for files on their way. */
const limit = (shared.readings ??= new ConcurrencyLimit({ concurrent: 1, waiting: 20 }));

/** Reads it when those before it are done. @returns why it is not taken, or null where it waits to be looked at */
async function readToEnd(member: Member, head: UploadHead): Promise<UploadRefusal | "busy" | null> {
  const saying = setInterval(() => void sayBusy(member).catch(() => undefined), SAID_EVERY).unref();
  try {
    await limit.run("all", () => read(member, head));
    await dropUpload(member);
    return null;
  } catch (error) {
    if (!(error instanceof UploadError)) {
      await leaveUpload(member).catch(() => undefined);
      if (error instanceof LimitReachedError) return "busy";
      throw error;
    }
    await refuseUpload(member, head, error.code);
    return error.code;
  } finally {
    clearInterval(saying);
  }
}

async function read(member: Member, { id, fileName, size }: UploadHead): Promise<void> {
  const at = now();
  const timezone = member.timezone || "UTC";
  const task = {
    name: fileName,
    size,
    reading: { now: at, today: localMoment(at, timezone).date, timezone },
  };
  const reading = readInThread(task, (piece) => readPiece(member, id, piece));
  try {
    await holdImport(member, { id, fileName }, reading, (entries) => sayBusy(member, entries));
  } finally {
    await reading.end();
  }
}
