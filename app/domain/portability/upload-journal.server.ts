import { TransferFileModel } from "#models/transfer-file.server";
import { DAY, SECOND } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { countNewIntentions } from "~/domain/journal/prayers/add-intentions.server";
import type { Member } from "~/domain/member/member";
import { now, wait } from "~/platform/clock";
import { ConcurrencyLimit, LimitReachedError } from "~/platform/concurrency.server";
import { log } from "~/platform/log.server";
import { IMPORT_LIMITS, UploadError, type UploadRefusal } from "./data-texts";
import { selectNewInsights, selectNewThreads } from "./import-extras.server";
import { buildImportPreview, displayFileName, type ImportTally } from "./import-preview";
import { parseInWorker, type WorkerParse } from "./parse-in-worker.server";
import { emptyUpload, toBatches, type ParsedBatch } from "./parsed-upload";
import {
  createEntryStager,
  createPictureNamer,
  stagePictures,
  type StageBatch,
} from "./stage-entries.server";
import {
  discardStaged,
  encryptStaged,
  findStagedImports,
  importBatchId,
  pictureBatchId,
  stagedExamples,
} from "./staged-import.server";
import {
  discardUpload,
  findUpload,
  heartbeatUpload,
  readChunk,
  rejectUpload,
  releaseUpload,
  resumeUpload,
  updateUploadHead,
  type UploadBusy,
  type UploadHead,
  type UploadWriter,
} from "./upload-session.server";

const HOLD_MS = DAY;

/**
 * Keeps what is found in a file until its writer has looked at it: sealed, in parts of a hundred entries, for a day; a piece of the
 * file is in memory at a time. An earlier import that waits gives way once all was read. `onEntries` is told how many entries were seen so far.
 */
async function stageImport(
  member: Member,
  { id, fileName }: { id: string; fileName: string },
  reading: WorkerParse,
  onEntries: (count: number) => Promise<void>,
): Promise<void> {
  const ownParts = { _id: new RegExp(`^${id}\\.`), userId: member.id, purpose: "part" as const };
  // A server that was stopped may have kept some.
  await TransferFileModel.deleteMany(ownParts);
  const held = { userId: member.id, expiresAt: new Date(now().getTime() + HOLD_MS) };
  const counts = { pictures: 0, others: 0 };
  const keep: StageBatch = async (part) => {
    const isPictures = "pictures" in part;
    const number = isPictures ? counts.pictures++ : counts.others++;
    const _id = isPictures ? pictureBatchId(id, number) : importBatchId(id, number);
    await TransferFileModel.create({
      ...held,
      _id,
      purpose: "part",
      sealed: encryptStaged(member, _id, part),
    });
    return number;
  };
  try {
    const tally = await keepAll(member, reading, keep, onEntries);
    tally.examples = await stagedExamples(member, id, tally.coming);
    await discardStaged(member, id);
    const head = { _id: id, purpose: "import" as const, next: 0, added: [] };
    // Last, so that a visible import is complete.
    await TransferFileModel.create({
      ...{ ...held, ...head, parts: counts.pictures + counts.others, picturesFirst: counts.pictures },
      sealed: encryptStaged(member, id, buildImportPreview(fileName, tally)),
    });
  } catch (error) {
    await TransferFileModel.deleteMany(ownParts);
    throw error;
  }
}

async function keepAll(
  member: Member,
  reading: WorkerParse,
  keep: StageBatch,
  onEntries: (count: number) => Promise<void>,
): Promise<ImportTally> {
  const tally: ImportTally = {
    ...{ sources: [], left: {}, settings: undefined, coming: [], examples: [], twice: 0 },
    ...{ refused: 0, refusals: [], states: { new: 0, known: 0, in_trash: 0 } },
    beside: { drafts: 0, ownPrompts: 0, intentions: 0, threads: 0, insights: 0 },
  };
  const last = besideNothing();
  const naming = createPictureNamer(member);
  const keepEntries = createEntryStager(member, naming, keep, tally);
  let seen = 0;
  for (let piece = await reading.nextPiece(); piece; piece = await reading.nextPiece()) {
    if (!("list" in piece)) Object.assign(tally, piece);
    else if (piece.list === "entries") {
      await keepEntries(piece.items);
      await onEntries((seen += piece.items.length));
    } else if (piece.list === "refused") {
      tally.refused += piece.items.length;
      tally.refusals.push(...piece.items.slice(0, IMPORT_LIMITS.refusalsShown - tally.refusals.length));
    } else if (piece.list === "drafts") {
      tally.beside.drafts += piece.items.length;
      await keep({ ...besideNothing(), drafts: piece.items.map(naming.draft) });
    } else if (piece.list === "promptSwaps") await keep({ ...besideNothing(), promptSwaps: piece.items });
    else if (piece.list === "ownPrompts") addSome(last.ownPrompts, piece.items);
    else if (piece.list === "conversation") addSome(last.conversation, piece.items);
    else await keepBesideEntries(member, piece, keep, tally);
  }
  const tooMuch = await stagePictures(naming.named, reading, keep);
  if (tooMuch > 0) tally.left = { ...tally.left, pictures: (tally.left.pictures ?? 0) + tooMuch };
  await keep({ ...last, settings: tally.settings });
  tally.beside.ownPrompts = last.ownPrompts.length;
  return tally;
}

/** Nobody may have as many; a file may. */
const MOST_BESIDE = 500;
const addSome = <T>(list: T[], items: readonly T[]) =>
  list.push(...items.slice(0, MOST_BESIDE - list.length));

/** The lists of what comes beside the entries, still empty. */
function besideNothing() {
  const { drafts, ownPrompts, promptSwaps, conversation, settings } = emptyUpload();
  return { drafts, ownPrompts, promptSwaps, conversation, settings };
}

/** Keeps conversations, insights and intentions that are not here yet; they come after the entries they link to. */
async function keepBesideEntries(
  member: Member,
  piece: Extract<ParsedBatch, { list: "threads" | "insights" | "intentions" }>,
  keep: StageBatch,
  { beside }: ImportTally,
): Promise<void> {
  if (piece.list === "threads") {
    const threads = await selectNewThreads(member, piece.items);
    beside.threads += threads.length;
    for (const some of toBatches(threads)) await keep({ threads: some });
  } else if (piece.list === "insights") {
    const insights = await selectNewInsights(member, piece.items);
    beside.insights += insights.length;
    for (const some of toBatches(insights)) await keep({ insights: some });
  } else {
    beside.intentions += await countNewIntentions(member, piece.items);
    for (const some of toBatches(piece.items)) await keep({ intentions: some });
  }
}

export type ImportUploadResult = { ok: true; id: string } | { ok: false; code: UploadRefusal | UploadBusy };

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
  upload: UploadWriter | UploadBusy,
): Promise<ImportUploadResult> {
  if (typeof upload === "string") return { ok: false, code: upload };
  const head = { ...upload.take(), fileName: displayFileName(name) };
  await updateUploadHead(member, head);
  const refused = await firstOf(readToEnd(member, head));
  if (!refused) return { ok: true, id: head.id };
  await discardUpload(member);
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
export async function findPendingImport(member: Member): Promise<{ id: string; fileName: string } | null> {
  const [upload, held] = await Promise.all([findUpload(member), findStagedImports(member)]);
  // One that is still on its way has no name yet, and one that was read is among the imports.
  const isRead = !upload?.fileName || upload.refused || held.some(({ id }) => id === upload.id);
  const waiting = isRead ? held.find(({ isDone }) => !isDone) : upload;
  return waiting ? { id: waiting.id, fileName: waiting.fileName } : null;
}

/** Reads a file from its beginning where a server was stopped on the way. @returns false where there is no such file */
export async function retryReading(member: Member, id: string): Promise<boolean> {
  const upload = await findUpload(member);
  if (upload?.id !== id) return false;
  if (upload.isIdle && !upload.refused && (await resumeUpload(member))) {
    const { fileName, size } = upload;
    await firstOf(readToEnd(member, { id, fileName, size }));
  }
  return true;
}

/** Throws away a file that nobody reads. */
export async function discardReading(member: Member, id: string): Promise<void> {
  const upload = await findUpload(member);
  if (upload?.id === id && upload.isIdle) await discardUpload(member);
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
  const saying = setInterval(() => void heartbeatUpload(member).catch(() => undefined), SAID_EVERY).unref();
  try {
    await limit.run("all", () => read(member, head));
    await discardUpload(member);
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
  const reading = parseInWorker(task, (piece) => readChunk(member, id, piece));
  try {
    await stageImport(member, { id, fileName }, reading, (entries) => heartbeatUpload(member, entries));
  } finally {
    await reading.end();
  }
}
