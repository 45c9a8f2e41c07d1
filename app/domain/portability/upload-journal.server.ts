import { SECOND } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { formatNumber, isMonthFirst } from "~/domain/calendar/locale";
import type { Member } from "~/domain/member/member";
import type { DayOrder } from "~/domain/portability/reading/days";
import { tn } from "~/i18n/t";
import { now, wait } from "~/platform/clock";
import { ConcurrencyLimit, LimitReachedError } from "~/platform/concurrency.server";
import { log } from "~/platform/log.server";
import { UploadError, type UploadRefusal } from "./data-texts";
import { displayFileName } from "./import-preview";
import { parseInWorker } from "./parse-in-worker.server";
import { stageImport } from "./stage-import.server";
import { discardImport, findStagedImports } from "./staged-import.server";
import {
  discardUpload,
  findUpload,
  heartbeatUpload,
  readChunk,
  rejectUpload,
  releaseUpload,
  resumeUpload,
  retainUpload,
  tryConsumeReading,
  updateUploadHead,
  type UploadBusy,
  type UploadHead,
  type UploadWriter,
} from "./upload-session.server";

export type ImportUploadResult = { ok: true; id: string } | { ok: false; code: UploadRefusal | UploadBusy };

/** Maximum time of a reading before the response: enough for a journal of text. It then continues in the background. */
const RESPONSE_TIMEOUT_MS = 6 * SECOND;
/** Interval of the heartbeat while a file is queued or read. */
const HEARTBEAT_MS = 3 * SECOND;

/**
 * Reads a received file and stages its content for confirmation. One file at a time is read per process; a long reading
 * continues after the response, and the import page shows its progress. @returns the id of the import
 */
export async function uploadJournal(
  member: Member,
  name: string,
  upload: UploadWriter | UploadBusy,
): Promise<ImportUploadResult> {
  if (typeof upload === "string") return { ok: false, code: upload };
  const { files, ...stored } = upload.take();
  const isOne = files.length <= 1;
  const fileName = isOne
    ? displayFileName(name)
    : tn("{count} file", "{count} files", files.length, { count: formatNumber(files.length) });
  const head: UploadHead = { ...stored, fileName, ...(!isOne && { files }) };
  await updateUploadHead(member, head);
  const refused = await withinTimeout(readToEnd(member, head));
  if (!refused) return { ok: true, id: head.id };
  await discardUpload(member);
  return { ok: false, code: refused };
}

/** Progress of the file being read. `refused`: the code with which it was rejected. */
export type ReadingState = Pick<UploadHead, "fileName" | "refused"> & {
  entries: number;
  /** Whether the reading process stopped before the end of the file. */
  isIdle: boolean;
};

/** The progress of the reading with this id; null if there is none, or if its import is already staged. */
export async function readingState(member: Member, id: string): Promise<ReadingState | null> {
  const upload = await findUpload(member);
  if (upload?.id !== id || upload.isRead) return null;
  const { fileName, refused, entries, isIdle } = upload;
  return { fileName, refused, entries, isIdle };
}

/** Finds an import that is not done: being read, awaiting confirmation, or running. */
export async function findPendingImport(member: Member): Promise<{ id: string; fileName: string } | null> {
  const [upload, staged] = await Promise.all([findUpload(member), findStagedImports(member)]);
  // An upload that is still being received has no name; an upload that was read is among the staged imports.
  const isRead = !upload?.fileName || upload.refused || staged.some(({ id }) => id === upload.id);
  const pending = isRead ? staged.find(({ isDone }) => !isDone) : upload;
  return pending ? { id: pending.id, fileName: pending.fileName } : null;
}

/** Restarts a reading whose process stopped. @returns false if there is no such upload */
export async function retryReading(member: Member, id: string): Promise<boolean> {
  const upload = await findUpload(member);
  if (upload?.id !== id || upload.isRead) return false;
  if (upload.isIdle && !upload.refused && (await resumeUpload(member))) {
    const { refused: _, entries: __, isIdle: ___, ...head } = upload;
    await withinTimeout(readToEnd(member, head));
  }
  return true;
}

/** Whether the file of a staged import can be read again. */
export async function canReread(member: Member, id: string): Promise<boolean> {
  const upload = await findUpload(member);
  return upload?.id === id && upload.isRead === true;
}

/**
 * Replaces a staged import by a reading of its file with another order of day and month.
 * @returns false if the file is gone or the import was confirmed
 */
export async function rereadWithDayOrder(
  member: Member,
  id: string,
  dayOrder: DayOrder,
): Promise<boolean | "too_many_uploads"> {
  if (!(await canReread(member, id))) return false;
  if (!(await tryConsumeReading(member))) return "too_many_uploads";
  const upload = (await resumeUpload(member)) && (await findUpload(member));
  if (!upload || upload.id !== id) return false;
  const { fileName, size, files } = upload;
  const head: UploadHead = { id, fileName, size, ...(files && { files }), dayOrder };
  // The batches of the new reading have the same ids, so the staged import is discarded first.
  await updateUploadHead(member, head);
  if (await discardImport(member, id)) await withinTimeout(readToEnd(member, head));
  else await discardUpload(member);
  return true;
}

/** Discards an upload that no process is reading. */
export async function discardReading(member: Member, id: string): Promise<void> {
  const upload = await findUpload(member);
  if (upload?.id === id && upload.isIdle) await discardUpload(member);
}

/** The result of a reading, or null after RESPONSE_TIMEOUT_MS; a failure after that is logged. */
async function withinTimeout<Outcome>(reading: Promise<Outcome>): Promise<Outcome | null> {
  let isAwaited = true;
  const settled = new AbortController();
  const timeout = wait(RESPONSE_TIMEOUT_MS, settled.signal).then(() => null);
  timeout.catch(() => undefined);
  reading.catch((error: unknown) => {
    if (!isAwaited) log.error("import.reading_failed", error);
  });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    isAwaited = false;
    settled.abort();
  }
}

const shared = globalThis as typeof globalThis & { readings?: ConcurrencyLimit<"all"> };
/** The queue is longer than the maximum of concurrent upload sessions, so that no received file is rejected. */
const limit = (shared.readings ??= new ConcurrencyLimit({ concurrent: 1, waiting: 20 }));

/** Reads a file after all files queued before it. @returns the code of a rejection, or null if the import is staged */
async function readToEnd(member: Member, head: UploadHead): Promise<UploadRefusal | "busy" | null> {
  const heartbeat = setInterval(
    () => void heartbeatUpload(member).catch(() => undefined),
    HEARTBEAT_MS,
  ).unref();
  try {
    const guessedDays = await limit.run("all", () => read(member, head));
    await (guessedDays ? retainUpload(member, head) : discardUpload(member));
    return null;
  } catch (error) {
    if (!(error instanceof UploadError)) {
      await releaseUpload(member).catch(() => undefined);
      if (error instanceof LimitReachedError) return "busy";
      throw error;
    }
    await rejectUpload(member, head, error.code);
    return error.code;
  } finally {
    clearInterval(heartbeat);
  }
}

async function read(member: Member, head: UploadHead): Promise<DayOrder | undefined> {
  const { id, fileName, size, files } = head;
  const at = now();
  const timezone = member.timezone || "UTC";
  const task = {
    name: fileName,
    size,
    ...(files && { files }),
    reading: {
      now: at,
      today: localMoment(at, timezone).date,
      timezone,
      dayOrder: head.dayOrder ?? (isMonthFirst(member.locale) ? ("month" as const) : ("day" as const)),
    },
  };
  const reading = parseInWorker(task, (chunk) => readChunk(member, id, chunk));
  try {
    return await stageImport(member, { id, fileName }, reading, (entries) =>
      heartbeatUpload(member, entries),
    );
  } finally {
    await reading.end();
  }
}
