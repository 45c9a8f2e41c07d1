import { afterCursor, splitPage } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { eraseVersions } from "~/domain/journal/entries/versions.server";
import { erasePicturesOf } from "~/domain/journal/pictures/pictures.server";
import { pruneAfterPurge, queueRemovedTerms } from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import { allowRecount } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { trashEnd, writeTrashCursor, type TrashCursor } from "./query";

/** Entries on a page of the trash. */
const TRASH_PAGE = 20;
/** How many entries one purge removes at a time: few, so that it never delays a request. */
const BATCH = 100;
/** What is read of an entry that goes, to forget its words where no other has them. */
const MARKS = { userId: 1, words: 1, left: 1, pictures: 1 } as const;
const marksIn = ({ words = [], left = [] }: Pick<JournalEntryRecord, "words" | "left">) => [
  ...words,
  ...left,
];
/** Before every moment: only what is in the trash has one that is later. */
const NEVER = new Date(0);

export type TrashPage = {
  entries: Entry[];
  /** Where the next page begins; undefined on the last. */
  older?: string;
};

/** What lies in a person's trash, most recently deleted first. `after`: where the previous page ended. */
export async function listTrash(member: Member, after?: TrashCursor): Promise<TrashPage> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    {
      userId: member.id,
      status: "final",
      deletedAt: { $gt: NEVER, ...(after && { $lte: after.deletedAt }) },
      ...(after && { $or: afterCursor({ deletedAt: after.deletedAt, _id: after.id }) }),
    },
    { words: 0 },
  )
    .sort({ deletedAt: -1, _id: -1 })
    .limit(TRASH_PAGE + 1)
    .lean();
  const { shown, last } = splitPage(records, TRASH_PAGE);
  return {
    entries: await entriesFrom(keys, shown),
    older: last?.deletedAt ? writeTrashCursor({ deletedAt: last.deletedAt, id: last._id }) : undefined,
  };
}

/** Deletes an entry that lies in the trash for good, with all its versions. @returns false if it is not there */
export async function eraseEntry(member: Member, id: string): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const mine = { _id: id, userId: member.id, status: "final" as const, deletedAt: { $gt: NEVER } };
  const marks = await JournalEntryModel.findOne(mine, MARKS).lean();
  if (!marks) return false;
  await queueRemovedTerms(member.id, marksIn(marks));
  // The versions first: if interrupted, an entry is left that can be deleted again, never text that no page shows.
  const ofVersions = await eraseVersions([id]);
  await erasePicturesOf([id], [...ofVersions, ...(marks.pictures ?? [])]);
  const { deletedCount } = await JournalEntryModel.deleteOne(mine);
  await allowRecount(member);
  await pruneAfterPurge(member.id, marksIn(marks), member);
  return deletedCount === 1;
}

/**
 * Deletes for good what has been in the trash for thirty days: one person's, or everyone's for a job that runs daily.
 * @returns how many entries are gone
 */
export async function purgeTrash(member?: Member): Promise<number> {
  const over = {
    ...(member && { userId: member.id, status: "final" as const }),
    deletedAt: { $gt: NEVER, $lte: trashEnd(now()) },
  };
  let gone = 0;
  for (;;) {
    const records = await JournalEntryModel.find(over, MARKS).limit(BATCH).lean();
    if (records.length === 0) return gone;
    const ids = records.map(({ _id }) => _id);
    const marks = new Map<number, string[]>();
    for (const record of records)
      marks.set(record.userId, [...(marks.get(record.userId) ?? []), ...marksIn(record)]);
    for (const [userId, own] of marks) await queueRemovedTerms(userId, own);
    const ofVersions = await eraseVersions(ids);
    await erasePicturesOf(ids, [...ofVersions, ...records.flatMap(({ pictures = [] }) => pictures)]);
    const { deletedCount } = await JournalEntryModel.deleteMany({ ...over, _id: { $in: ids } });
    gone += deletedCount;
    for (const [userId, own] of marks) await pruneAfterPurge(userId, own, member);
  }
}
