import { storedBytes } from "#models/db/stored-bytes.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel, type TransferFileRecord } from "#models/transfer-file.server";
import { entryName } from "~/domain/journal/entries/entry";
import { keptDayLine, type RenderedContent } from "~/domain/journal/entries/entry-view";
import { renderContents } from "~/domain/journal/entries/render-content.server";
import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { openPersonal, personalKey } from "~/domain/member/person-keys.server";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { derivedIdFor } from "./find-duplicates.server";
import type { ImportBatch } from "./import-batches";
import {
  chooseExamples,
  toExample,
  type ExampleCandidate,
  type ImportExample,
  type ImportPreview,
  type ImportState,
} from "./import-preview";

const keyOf = (member: Member) => personalKey(member, "held-file");
const associatedDataOf = (id: string) => `heldFiles|${id}|1`;
export const partId = (importId: string, part: number) => `${importId}.${part}`;
/** Pictures have numbers of their own: they are known last, and come first. */
export const picturesId = (importId: string, part: number) => `${importId}.pictures.${part}`;
/** The part that is taken as the `next` one. */
export const nextPartId = ({ _id, next = 0, picturesFirst = 0 }: NextPart) =>
  next < picturesFirst ? picturesId(_id, next) : partId(_id, next - picturesFirst);
type NextPart = Pick<TransferFileRecord, "_id" | "next" | "picturesFirst">;

/** Opens what was held; dates become Date objects again. */
export function decryptStaged<T>(member: Member, record: { _id: string; sealed: Buffer }): T {
  const text = openPersonal(keyOf(member), storedBytes(record.sealed), associatedDataOf(record._id)).toString(
    "utf8",
  );
  return JSON.parse(text, (key, value: unknown) =>
    /At$/.test(key) && typeof value === "string" ? new Date(value) : value,
  ) as T;
}

/** The state of a person's import; null if it is unknown or was removed. */
export async function importState(member: Member, id: string): Promise<ImportState | null> {
  const record = await TransferFileModel.findOne(stagedImport(member, id)).lean();
  if (!record) return null;
  const { next = 0, parts = 0, added = [], busyUntil, resumeAt } = record;
  const stage = isDone(record) ? "done" : isConfirmed(record) ? "running" : "preview";
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
  const record = await TransferFileModel.findById(nextPartId(head)).lean();
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
    isDone: isDone(head),
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
  if (record && !isDone(record)) await discardStaged(member);
  return true;
}

/** Drops imports that have not been confirmed. `except`: the id of an import whose parts stay. */
export async function discardStaged(member: Member, except = ""): Promise<void> {
  const mine = { userId: member.id, purpose: "import" as const };
  const heads = (await TransferFileModel.find(mine, STATE_FIELDS).lean()).filter((head) => !isDone(head));
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
export const isDone = ({ next = 0, parts = 0 }: { next?: number; parts?: number }) => next >= parts;

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
    const record = await TransferFileModel.findById(partId(id, part)).lean();
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
    const dateLine = [keptDayLine(forDate, dayName), passageRef.replaceAll("-", "–")].filter(Boolean);
    return [{ name: title || entryName(kind, slot), dateLine: dateLine.join(" · "), content }];
  });
}
