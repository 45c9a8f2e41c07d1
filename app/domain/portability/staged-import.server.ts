import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel, type TransferFileRecord } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { entryName, storedDayLine, type RenderedContent } from "~/domain/journal/entries/entry";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { derivedIdFor } from "./find-duplicates.server";
import {
  chooseExamples,
  toExample,
  type ExampleCandidate,
  type ImportExample,
  type ImportPreview,
  type ImportState,
} from "./import-preview";
import type { ImportBatch } from "./parsed-upload";
import { openTransferFile, sealTransferFile } from "./upload-session.server";

export const importBatchId = (importId: string, batch: number) => `${importId}.${batch}`;
/** Picture batches have their own numbers: they are staged last and imported first. */
export const pictureBatchId = (importId: string, batch: number) => `${importId}.pictures.${batch}`;
export const nextBatchId = ({
  _id,
  next = 0,
  picturesFirst = 0,
}: Pick<TransferFileRecord, "_id" | "next" | "picturesFirst">) =>
  next < picturesFirst ? pictureBatchId(_id, next) : importBatchId(_id, next - picturesFirst);

/** Decrypts a staged value; fields whose name ends in "At" become Dates. */
export function decryptStaged<T>(member: Member, record: { _id: string; sealed: Buffer }): T {
  const text = openTransferFile(member, record).toString("utf8");
  return JSON.parse(text, (key, value: unknown) =>
    /At$/.test(key) && typeof value === "string" ? new Date(value) : value,
  ) as T;
}

/** The state of an import; null if there is none with this id. */
export async function importState(member: Member, id: string): Promise<ImportState | null> {
  const record = await TransferFileModel.findOne(stagedImport(member, id)).lean();
  if (!record) return null;
  const { next = 0, parts = 0, added = [], withDetails = false, busyUntil, resumeAt } = record;
  const stage = isImportDone(record) ? "done" : isConfirmed(record) ? "running" : "preview";
  const finished = added.reduce((sum, count) => sum + count, 0);
  const preview = decryptStaged<ImportPreview>(member, record);
  const alone = withDetails ? (preview.details?.alone ?? 0) : 0;
  return {
    preview: { ...preview, coming: preview.coming + alone },
    withDetails,
    stage,
    added: finished + (stage === "running" ? await countStored(member, record) : 0),
    percent: parts === 0 ? 100 : Math.floor((100 * next) / parts),
    isBusy: busyUntil !== undefined && busyUntil > now(),
    isPaused: resumeAt !== undefined && resumeAt > now(),
  };
}

/** Counts entries of the current batch that an interrupted run has already stored. */
async function countStored(member: Member, head: TransferFileRecord): Promise<number> {
  const record = await TransferFileModel.findById(nextBatchId(head)).lean();
  const batch = record && decryptStaged<ImportBatch>(member, record);
  if (!batch || !("entries" in batch)) return 0;
  const keys = journalKeys(member);
  const ids = batch.entries.flatMap(({ id }) => [id, derivedIdFor(keys, id)]);
  return JournalEntryModel.countDocuments({ _id: { $in: ids }, userId: member.id });
}

/** Lists a member's imports, done or not. */
export async function findStagedImports(member: Member) {
  const heads = await TransferFileModel.find({ ...importHeads(member), expiresAt: { $gt: now() } }).lean();
  return heads.map((head) => ({
    id: head._id,
    fileName: decryptStaged<ImportPreview>(member, head).fileName,
    isDone: isImportDone(head),
  }));
}

const importHeads = (member: Member) => ({ userId: member.id, purpose: "import" as const });

/** Filter for an import that has not expired. */
export const stagedImport = (member: Member, id: string) => ({
  ...importHeads(member),
  _id: id,
  expiresAt: { $gt: now() },
});

/**
 * Discards an unconfirmed import. A confirmed import stays, because its entries may be in the journal already.
 * @returns false if the import was confirmed
 */
export async function discardImport(member: Member, id: string): Promise<boolean> {
  const record = await TransferFileModel.findOne(stagedImport(member, id), STATE_FIELDS).lean();
  if (record && isConfirmed(record)) return false;
  if (record && !isImportDone(record)) await discardStaged(member);
  return true;
}

/** Discards unconfirmed imports. `except`: an import whose batches stay. */
export async function discardStaged(member: Member, except = ""): Promise<void> {
  const heads = (await TransferFileModel.find(importHeads(member), STATE_FIELDS).lean()).filter(
    (head) => !isImportDone(head),
  );
  const unconfirmed = heads.filter((head) => !isConfirmed(head)).map(({ _id }) => _id);
  await TransferFileModel.deleteMany({ _id: { $in: unconfirmed }, userId: member.id });
  const staying = [...heads.filter(isConfirmed).map(({ _id }) => _id), ...(except ? [except] : [])];
  const others = staying.length > 0 ? { _id: { $not: new RegExp(`^(?:${staying.join("|")})\\.`) } } : {};
  await TransferFileModel.deleteMany({ ...others, userId: member.id, purpose: "part" });
}

const STATE_FIELDS = { next: 1, parts: 1, resumeAt: 1 } as const;

/** An import that an earlier version has staged has no `resumeAt`; it is confirmed if a batch of it is imported. */
const isConfirmed = ({ next = 0, resumeAt }: Pick<TransferFileRecord, "next" | "resumeAt">) =>
  next > 0 || resumeAt !== undefined;

export const isImportDone = ({ next = 0, parts = 0 }: { next?: number; parts?: number }) => next >= parts;

/** Encrypts a staged value for its member, bound to its record. */
export const encryptStaged = (member: Member, _id: string, value: unknown): Buffer =>
  sealTransferFile(member, _id, JSON.stringify(value));

/** Loads the entries chosen as examples. */
export async function stagedExamples(
  member: Member,
  id: string,
  coming: readonly ExampleCandidate[],
): Promise<ImportExample[]> {
  const examples: ImportExample[] = [];
  for (const { part, at } of chooseExamples(coming)) {
    const record = await TransferFileModel.findById(importBatchId(id, part)).lean();
    const batch = record && decryptStaged<ImportBatch>(member, record);
    const entry = batch && "entries" in batch ? batch.entries[at] : undefined;
    if (entry) examples.push(toExample(entry));
  }
  return examples;
}

/** An example as rendered on the import page. */
export type RenderedExample = { name: string; dateLine: string; content: RenderedContent };

export async function renderExamples(examples: readonly ImportExample[]): Promise<RenderedExample[]> {
  const contents = await renderContents(
    examples.map(({ content }) => content),
    4,
  );
  return examples.flatMap(({ forDate, dayName, kind, slot, passageRef, content: { title } }, at) => {
    const content = contents[at];
    if (!content) return [];
    const dateLine = [storedDayLine(forDate, dayName), passageRef.replaceAll("-", "–")].filter(Boolean);
    return [{ name: title || entryName(kind, slot), dateLine: dateLine.join(" · "), content }];
  });
}

const UNDO_MS = 30 * DAY;
/** Maximum undoable imports; older ones become permanent. */
const MAX_UNDOABLE = 20;

const undoLogId = (importId: string, batch: number) => `${importId}.brought.${batch}`;
const undoDeadline = () => new Date(now().getTime() + UNDO_MS);
const undoLogOf = (member: Member, importId: string) => ({
  userId: member.id,
  purpose: "brought" as const,
  _id: { $regex: new RegExp(`^${importId}\\.brought\\.`) },
});

/** Undo log of a batch. An entry with a later `updatedAt` than `cameAt` was edited by the member. */
type UndoRecord = { ids: string[]; cameAt: Date };

/** Writes the undo log of a batch; a repeated batch overwrites its record. */
export async function recordImported(
  member: Member,
  importId: string,
  batch: number,
  ids: readonly string[],
): Promise<void> {
  const _id = undoLogId(importId, batch);
  const record: UndoRecord = { ids: [...ids], cameAt: now() };
  await TransferFileModel.updateOne(
    { _id, userId: member.id },
    { $set: { purpose: "brought", sealed: encryptStaged(member, _id, record), expiresAt: undoDeadline() } },
    { upsert: true },
  );
}

/** Keeps a finished import for thirty days, so that it can be viewed and undone. */
export async function makeUndoable(member: Member, id: string): Promise<void> {
  await TransferFileModel.updateOne({ _id: id, userId: member.id }, { $set: { expiresAt: undoDeadline() } });
  const heads = await TransferFileModel.find(importHeads(member), { expiresAt: 1 })
    .sort({ expiresAt: -1 })
    .lean();
  for (const { _id } of heads.slice(MAX_UNDOABLE)) await deleteImport(member, _id);
}

async function deleteImport(member: Member, id: string): Promise<void> {
  await TransferFileModel.deleteMany(undoLogOf(member, id));
  await TransferFileModel.deleteOne({ _id: id, userId: member.id });
}

/** An undoable import; `day` is the day when it finished, YYYY-MM-DD. */
export type PastImport = { id: string; fileName: string; day: string; entries: number };

/** Lists the undoable imports, newest first. */
export async function listImports(member: Member): Promise<PastImport[]> {
  const heads = await TransferFileModel.find({ ...importHeads(member), expiresAt: { $gt: now() } })
    .sort({ expiresAt: -1 })
    .lean();
  return heads.filter(isImportDone).map((head) => ({
    id: head._id,
    fileName: decryptStaged<ImportPreview>(member, head).fileName,
    day: localMoment(new Date(head.expiresAt.getTime() - UNDO_MS), member.timezone).date,
    entries: (head.added ?? []).reduce((sum, count) => sum + count, 0),
  }));
}

/**
 * Moves the imported entries that the member has not edited since to the trash. Idempotent after an interruption.
 * @returns the number of entries; null if there is no finished import with this id
 */
export async function undoImport(member: Member, id: string): Promise<number | null> {
  const head = await TransferFileModel.findOne(stagedImport(member, id), { next: 1, parts: 1 }).lean();
  if (!head || !isImportDone(head)) return null;
  let count = 0;
  for (;;) {
    const record = await TransferFileModel.findOne(undoLogOf(member, id)).lean();
    if (!record) break;
    const { ids, cameAt } = decryptStaged<UndoRecord>(member, record);
    const { modifiedCount } = await JournalEntryModel.updateMany(
      { _id: { $in: ids }, userId: member.id, status: "final", deletedAt: null, updatedAt: { $lte: cameAt } },
      { $set: { deletedAt: now(), changedAt: now(), undone: true } },
    );
    count += modifiedCount;
    await TransferFileModel.deleteOne({ _id: record._id, userId: member.id });
  }
  await deleteImport(member, id);
  return count;
}
