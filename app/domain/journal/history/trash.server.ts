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

const TRASH_PAGE_SIZE = 20;
/** Small, so that a purge does not delay requests. */
const BATCH_SIZE = 100;
/** The fields of an entry that are needed to delete its pictures and to prune the vocabulary. */
const ERASED_FIELDS = { userId: 1, words: 1, left: 1, pictures: 1 } as const;
const termsIn = ({ words = [], left = [] }: Pick<JournalEntryRecord, "words" | "left">) => [
  ...words,
  ...left,
];
/** A lower bound for `deletedAt` that excludes null. */
const EPOCH = new Date(0);

export type TrashPage = {
  entries: Entry[];
  /** The cursor of the next page; undefined on the last. */
  older?: string;
};

/** A page of the member's trash, most recently deleted first. */
export async function listTrash(member: Member, after?: TrashCursor): Promise<TrashPage> {
  const keys = journalKeys(member);
  const records = await JournalEntryModel.find(
    {
      userId: member.id,
      status: "final",
      deletedAt: { $gt: EPOCH, ...(after && { $lte: after.deletedAt }) },
      ...(after && { $or: afterCursor({ deletedAt: after.deletedAt, _id: after.id }) }),
    },
    { words: 0 },
  )
    .sort({ deletedAt: -1, _id: -1 })
    .limit(TRASH_PAGE_SIZE + 1)
    .lean();
  const { shown, last } = splitPage(records, TRASH_PAGE_SIZE);
  return {
    entries: await entriesFrom(keys, shown),
    older: last?.deletedAt ? writeTrashCursor({ deletedAt: last.deletedAt, id: last._id }) : undefined,
  };
}

/** Erases an entry in the trash, with its versions and pictures. @returns false if it is not there */
export async function eraseEntry(member: Member, id: string): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const mine = { _id: id, userId: member.id, status: "final" as const, deletedAt: { $gt: EPOCH } };
  const record = await JournalEntryModel.findOne(mine, ERASED_FIELDS).lean();
  if (!record) return false;
  await queueRemovedTerms(member.id, termsIn(record));
  // The entry is deleted last: after an interruption it is still in the trash, and no version or picture is orphaned.
  const versionPictures = await eraseVersions([id]);
  await erasePicturesOf([id], [...versionPictures, ...(record.pictures ?? [])]);
  const { deletedCount } = await JournalEntryModel.deleteOne(mine);
  await allowRecount(member);
  await pruneAfterPurge(member.id, termsIn(record), member);
  return deletedCount === 1;
}

/**
 * Erases entries that have been in the trash for TRASH_DAYS: the member's, or everyone's in the daily job.
 * @returns the number of erased entries
 */
export async function purgeTrash(member?: Member): Promise<number> {
  return eraseDeleted(trashEnd(now()), member);
}

/** Erases everything in the member's trash. @returns the number of erased entries */
export async function emptyTrash(member: Member): Promise<number> {
  const erased = await eraseDeleted(now(), member);
  await allowRecount(member);
  return erased;
}

/** Erases entries that were moved to the trash at `until` or earlier. */
async function eraseDeleted(until: Date, member?: Member): Promise<number> {
  const due = {
    ...(member && { userId: member.id, status: "final" as const }),
    deletedAt: { $gt: EPOCH, $lte: until },
  };
  let erased = 0;
  for (;;) {
    const records = await JournalEntryModel.find(due, ERASED_FIELDS).limit(BATCH_SIZE).lean();
    if (records.length === 0) return erased;
    const ids = records.map(({ _id }) => _id);
    const terms = new Map<number, string[]>();
    for (const record of records)
      terms.set(record.userId, [...(terms.get(record.userId) ?? []), ...termsIn(record)]);
    for (const [userId, own] of terms) await queueRemovedTerms(userId, own);
    const versionPictures = await eraseVersions(ids);
    await erasePicturesOf(ids, [...versionPictures, ...records.flatMap(({ pictures = [] }) => pictures)]);
    const { deletedCount } = await JournalEntryModel.deleteMany({ ...due, _id: { $in: ids } });
    erased += deletedCount;
    for (const [userId, own] of terms) await pruneAfterPurge(userId, own, member);
  }
}
