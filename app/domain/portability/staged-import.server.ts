import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel, type TransferFileRecord } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { entryName } from "~/domain/journal/entries/entry";
import { storedDayLine, type RenderedContent } from "~/domain/journal/entries/entry-view";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
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

const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;
export const importBatchId = (importId: string, part: number) => `${importId}.${part}`;
/** Pictures have numbers of their own: they are known last, and come first. */
export const pictureBatchId = (importId: string, part: number) => `${importId}.pictures.${part}`;
/** The part that is taken as the `next` one. */
export const nextBatchId = ({ _id, next = 0, picturesFirst = 0 }: NextPart) =>
  next < picturesFirst ? pictureBatchId(_id, next) : importBatchId(_id, next - picturesFirst);
type NextPart = Pick<TransferFileRecord, "_id" | "next" | "picturesFirst">;

/** Opens what was held; dates become Date objects again. */
export function decryptStaged<T>(member: Member, record: { _id: string; sealed: Buffer }): T {
  const text = openWithDerivedKey(
    keyOf(member),
    storedBytes(record.sealed),
    associatedDataOf(record._id),
  ).toString("utf8");
  return JSON.parse(text, (key, value: unknown) =>
    /At$/.test(key) && typeof value === "string" ? new Date(value) : value,
  ) as T;
}

/** The state of a person's import; null if it is unknown or was removed. */
export async function importState(member: Member, id: string): Promise<ImportState | null> {
  const record = await TransferFileModel.findOne(stagedImport(member, id)).lean();
  if (!record) return null;
  const { next = 0, parts = 0, added = [], busyUntil, resumeAt } = record;
  const stage = isImportDone(record) ? "done" : isConfirmed(record) ? "running" : "preview";
  const finished = added.reduce((sum, count) => sum + count, 0);
  return {
    preview: decryptStaged<ImportPreview>(member, record),
    stage,
    added: finished + (stage === "running" ? await countStored(member, record) : 0),
    percent: parts === 0 ? 100 : Math.floor((100 * next) / parts),
    isBusy: busyUntil !== undefined && busyUntil > now(),
    isPaused: resumeAt !== undefined && resumeAt > now(),
  };
}

/** Entries of the part under way that are in the journal already: an interrupted run may have stored some. */
async function countStored(member: Member, head: TransferFileRecord): Promise<number> {
  const record = await TransferFileModel.findById(nextBatchId(head)).lean();
  const part = record && decryptStaged<ImportBatch>(member, record);
  if (!part || !("entries" in part)) return 0;
  const keys = journalKeys(member);
  const ids = part.entries.flatMap(({ id }) => [id, derivedIdFor(keys, id)]);
  return JournalEntryModel.countDocuments({ _id: { $in: ids }, userId: member.id });
}

/** The imports of a person, and whether each is done. */
export async function findStagedImports(member: Member) {
  const mine = { userId: member.id, purpose: "import" as const, expiresAt: { $gt: now() } };
  const heads = await TransferFileModel.find(mine).lean();
  return heads.map((head) => ({
    id: head._id,
    fileName: decryptStaged<ImportPreview>(member, head).fileName,
    isDone: isImportDone(head),
  }));
}

/** Matches an import that waits. */
export function stagedImport(member: Member, id: string) {
  return { _id: id, userId: member.id, purpose: "import" as const, expiresAt: { $gt: now() } };
}

/**
 * Drops an import that has not been confirmed. Entries of a confirmed one may be in the journal already, so it stays.
 * @returns false if the import was confirmed
 */
export async function discardImport(member: Member, id: string): Promise<boolean> {
  const record = await TransferFileModel.findOne(stagedImport(member, id), STATE_FIELDS).lean();
  if (record && isConfirmed(record)) return false;
  if (record && !isImportDone(record)) await discardStaged(member);
  return true;
}

/** Drops imports that have not been confirmed. `except`: the id of an import whose parts stay. */
export async function discardStaged(member: Member, except = ""): Promise<void> {
  const mine = { userId: member.id, purpose: "import" as const };
  const heads = (await TransferFileModel.find(mine, STATE_FIELDS).lean()).filter(
    (head) => !isImportDone(head),
  );
  const waiting = heads.filter((head) => !isConfirmed(head)).map(({ _id }) => _id);
  await TransferFileModel.deleteMany({ _id: { $in: waiting }, userId: member.id });
  const staying = [...heads.filter(isConfirmed).map(({ _id }) => _id), ...(except ? [except] : [])];
  const others = staying.length > 0 ? { _id: { $not: new RegExp(`^(?:${staying.join("|")})\\.`) } } : {};
  await TransferFileModel.deleteMany({ ...others, userId: member.id, purpose: "part" });
}

const STATE_FIELDS = { next: 1, parts: 1, resumeAt: 1 } as const;

/** Whether the member has asked for the entries; parts that are done tell it of an import without `resumeAt`. */
const isConfirmed = ({ next = 0, resumeAt }: Pick<TransferFileRecord, "next" | "resumeAt">) =>
  next > 0 || resumeAt !== undefined;

/** Whether everything of an import is there. */
export const isImportDone = ({ next = 0, parts = 0 }: { next?: number; parts?: number }) => next >= parts;

/** Seals something of an import for its person, bound to its record. */
export const encryptStaged = (member: Member, _id: string, value: unknown): Buffer =>
  seal(keyOf(member).now, JSON.stringify(value), associatedDataOf(_id));

/** Three of the entries that wait, as they will stand. */
export async function stagedExamples(
  member: Member,
  id: string,
  coming: readonly ExampleCandidate[],
): Promise<ImportExample[]> {
  const examples: ImportExample[] = [];
  for (const { part, at } of chooseExamples(coming)) {
    const record = await TransferFileModel.findById(importBatchId(id, part)).lean();
    const held = record && decryptStaged<ImportBatch>(member, record);
    const entry = held && "entries" in held ? held.entries[at] : undefined;
    if (entry) examples.push(toExample(entry));
  }
  return examples;
}

/** An example as it will stand on its page. */
export type RenderedExample = { name: string; dateLine: string; content: RenderedContent };

/** The examples of an import, with their words set as an entry's page sets them. */
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

/** For how long an import can be taken back. */
const UNDO_MS = 30 * DAY;
/** Older ones than these stay as they are. */
const MOST_KEPT = 20;

const broughtId = (importId: string, part: number) => `${importId}.brought.${part}`;
const untilThen = () => new Date(now().getTime() + UNDO_MS);
const broughtBy = (member: Member, importId: string) => ({
  userId: member.id,
  purpose: "brought" as const,
  _id: { $regex: new RegExp(`^${importId}\\.brought\\.`) },
});

/** What a part has brought: until then an entry that has not been touched is as it came. */
type Brought = { ids: string[]; cameAt: Date };

/** Notes what a part has brought; the part again, after an interruption, is the same note. */
export async function recordImported(
  member: Member,
  importId: string,
  part: number,
  ids: readonly string[],
): Promise<void> {
  const _id = broughtId(importId, part);
  const note: Brought = { ids: [...ids], cameAt: now() };
  await TransferFileModel.updateOne(
    { _id, userId: member.id },
    { $set: { purpose: "brought", sealed: encryptStaged(member, _id, note), expiresAt: untilThen() } },
    { upsert: true },
  );
}

/** An import that is done can be looked at and taken back for thirty days. */
export async function makeUndoable(member: Member, id: string): Promise<void> {
  await TransferFileModel.updateOne({ _id: id, userId: member.id }, { $set: { expiresAt: untilThen() } });
  const heads = await TransferFileModel.find({ userId: member.id, purpose: "import" }, { expiresAt: 1 })
    .sort({ expiresAt: -1 })
    .lean();
  for (const { _id } of heads.slice(MOST_KEPT)) await forget(member, _id);
}

async function forget(member: Member, id: string): Promise<void> {
  await TransferFileModel.deleteMany(broughtBy(member, id));
  await TransferFileModel.deleteOne({ _id: id, userId: member.id });
}

/** An import that can be taken back; `day` is when it was done, YYYY-MM-DD. */
export type PastImport = { id: string; fileName: string; day: string; entries: number };

/** The imports of the last thirty days, the newest first. */
export async function listImports(member: Member): Promise<PastImport[]> {
  const heads = await TransferFileModel.find({
    userId: member.id,
    purpose: "import",
    expiresAt: { $gt: now() },
  })
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
 * Puts into the trash what an import brought and its writer has not changed since. Goes on where an interrupted one stopped.
 * @returns how many entries; null where there is no such import that is done
 */
export async function undoImport(member: Member, id: string): Promise<number | null> {
  const head = await TransferFileModel.findOne(stagedImport(member, id), { next: 1, parts: 1 }).lean();
  if (!head || !isImportDone(head)) return null;
  let count = 0;
  for (;;) {
    const note = await TransferFileModel.findOne(broughtBy(member, id)).lean();
    if (!note) break;
    const { ids, cameAt } = decryptStaged<Brought>(member, note);
    const { modifiedCount } = await JournalEntryModel.updateMany(
      { _id: { $in: ids }, userId: member.id, status: "final", deletedAt: null, updatedAt: { $lte: cameAt } },
      { $set: { deletedAt: now(), changedAt: now() } },
    );
    count += modifiedCount;
    await TransferFileModel.deleteOne({ _id: note._id, userId: member.id });
  }
  await forget(member, id);
  return count;
}
