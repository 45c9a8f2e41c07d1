import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Member } from "~/domain/member/member";
import { takeRoom } from "~/domain/operations/journal-room.server";
import { noticeEntry } from "~/domain/safety/notice-crisis.server";
import { now } from "~/platform/clock";
import { isBlank, isSame, type EntryContent } from "./content";
import type { Entry } from "./entry";
import { entryFrom, FAVOURITE_MARK, journalKeys, marksOf, sealContent } from "./sealed-content.server";
import { unlisted, wordMarks } from "./search-index.server";
import { keepVersion } from "./versions.server";

const finals = (member: Member, id: string) => ({ _id: id, userId: member.id, status: "final" as const });

/** The stored record of a person's own entry, in the trash too. */
export async function findRecord(member: Member, id: string): Promise<JournalEntryRecord | null> {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  return JournalEntryModel.findOne(finals(member, id), { words: 0 }).lean();
}

/** A person's own entry, in the trash too; null for an unknown id and for another person's alike. */
export async function readEntry(member: Member, id: string): Promise<Entry | null> {
  const record = await findRecord(member, id);
  return record ? entryFrom(journalKeys(member), record) : null;
}

/** The words of an entry as its form gives them: questions stay as they were. */
export type EntryEdit = Pick<EntryContent, "title" | "body" | "tags" | "mood"> & {
  answers: Record<string, string>;
};

export type EditResult =
  | { ok: true }
  | { ok: false; code: "not_found" | "conflict" }
  | { ok: false; code: "empty"; /** The first field of its form. */ field: string };

/**
 * Saves an entry over the version that was read. A save that names an older one is a conflict and changes nothing;
 * one that brings nothing new is never a conflict.
 */
export async function editEntry(
  member: Member,
  id: string,
  edit: EntryEdit,
  version: number,
): Promise<EditResult> {
  const record = await findRecord(member, id);
  if (!record || record.deletedAt) return { ok: false, code: "not_found" };
  const keys = journalKeys(member);
  const { content: before } = entryFrom(keys, record);
  if (!before) return { ok: false, code: "not_found" };
  const content: EntryContent = {
    title: edit.title,
    body: edit.body,
    tags: edit.tags,
    mood: edit.mood,
    ...(before.prayer && { prayer: before.prayer }),
    answers: before.answers.map((answer) => ({ ...answer, text: edit.answers[answer.key] ?? answer.text })),
  };
  if (isSame(before, content)) return { ok: true };
  if (isBlank(content)) return { ok: false, code: "empty", field: before.answers[0]?.key ?? "title" };
  // A late save changes nothing, not even the kept versions.
  if (record.version !== version) return { ok: false, code: "conflict" };
  if (!(await replaceContent(member, record, before, content))) return { ok: false, code: "conflict" };
  await noticeEntry(record.passageRef, content, before);
  return { ok: true };
}

/**
 * Replaces the content of a record and keeps the old one as a version. The two writes belong together: the second of
 * two windows has kept the same version as the first.
 * @returns false if the record has changed since it was read
 */
export async function replaceContent(
  member: Member,
  record: JournalEntryRecord,
  before: EntryContent,
  content: EntryContent,
): Promise<boolean> {
  const { _id, userId, version, favourite } = record;
  const keys = journalKeys(member);
  const said = { sealed: sealContent(keys, _id, content), words: wordMarks(keys, content) };
  await takeRoom(member, [said]);
  const { $set, $unset } = unlisted(record.left, wordMarks(keys, before), said.words);
  const [{ modifiedCount }] = await Promise.all([
    JournalEntryModel.updateOne(
      { _id, userId, status: "final", version, deletedAt: null },
      {
        $set: {
          ...said,
          ...$set,
          // Said together with the marks, which hold it too: the two never part.
          favourite,
          marks: marksOf(keys, record, content),
          updatedAt: now(),
          changedAt: now(),
        },
        $unset,
        $inc: { version: 1 },
      },
    ),
    keepVersion(keys, record, before),
  ]);
  return modifiedCount === 1;
}

type Flags = Partial<Pick<JournalEntryRecord, "favourite" | "excludeFromInsights" | "deletedAt">>;

/** Changes flags of an entry, not its words. @returns false if this person has no such entry */
async function change(member: Member, id: string, flags: Flags, marks: object = {}): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const update = { $set: { ...flags, changedAt: now() }, ...marks };
  const { matchedCount } = await JournalEntryModel.updateOne(finals(member, id), update);
  return matchedCount === 1;
}

/** Marks an entry as a favourite, or takes the mark away. */
export function setFavourite(member: Member, id: string, favourite: boolean): Promise<boolean> {
  const marks = favourite ? { $addToSet: { marks: FAVOURITE_MARK } } : { $pull: { marks: FAVOURITE_MARK } };
  return change(member, id, { favourite }, marks);
}

/** Keeps an entry out of the weekly insights, or lets it in again. */
export function setExcluded(member: Member, id: string, excludeFromInsights: boolean): Promise<boolean> {
  return change(member, id, { excludeFromInsights });
}

/** Puts an entry into the trash, where it can be restored for thirty days. */
export function moveToTrash(member: Member, id: string): Promise<boolean> {
  return change(member, id, { deletedAt: now() });
}

/** Takes an entry out of the trash. */
export function restore(member: Member, id: string): Promise<boolean> {
  return change(member, id, { deletedAt: null });
}
