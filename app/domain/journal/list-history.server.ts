import { JournalEntryModel } from "#models/journal-entry.server";
import type { Member } from "~/domain/accounts/member";
import type { Entry } from "./entry";
import { writeCursor, type Cursor, type HistoryFilters } from "./history-query";
import {
  FAVOURITE_MARK,
  entryFrom,
  journalKeys,
  kindMark,
  moodMark,
  slotMark,
  tagMark,
  type JournalKeys,
} from "./sealed-content.server";

/** Entries on a page of the history. */
export const PAGE_SIZE = 20;

export type HistoryPage = {
  entries: Entry[];
  /** Where the next page begins; undefined on the last. */ older?: string;
};

/**
 * A page of a person's entries, newest day first. Pages are found by their place in an index, so a page costs the same
 * however long the journal is and however far back the page lies.
 */
export async function listHistory(
  member: Member,
  filters: HistoryFilters = {},
  after?: Cursor,
  size = PAGE_SIZE,
): Promise<HistoryPage> {
  const keys = journalKeys(member);
  const marks = marksWanted(keys, filters);
  const records = await JournalEntryModel.find({
    userId: member.id,
    status: "final",
    deletedAt: null,
    ...(marks.length === 1 && { marks: marks[0] }),
    ...(marks.length > 1 && { marks: { $all: marks } }),
    ...daysWanted(filters, after),
    ...(after && { $or: olderThan(after) }),
  })
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .limit(size + 1)
    .lean();
  const shown = records.slice(0, size);
  const last = shown.at(-1);
  const more = records.length > size && last;
  return {
    entries: shown.map((record) => entryFrom(keys, record)),
    older: more
      ? writeCursor({ forDate: last.forDate, createdAt: last.createdAt.getTime(), id: last._id })
      : undefined,
  };
}

function marksWanted(keys: JournalKeys, { kind, slot, tag, mood, favourite }: HistoryFilters): string[] {
  return [
    tag && tagMark(keys, tag),
    mood && moodMark(keys, mood),
    favourite && FAVOURITE_MARK,
    kind && kindMark(kind),
    slot && slotMark(slot),
  ].filter((mark) => typeof mark === "string");
}

/** The bound beside the cursor's `$or` says nothing new, but lets the index begin where the page begins. */
function daysWanted(
  { from, to }: HistoryFilters,
  after?: Cursor,
): { forDate?: { $gte?: string; $lte?: string } } {
  const newest = after && (!to || after.forDate < to) ? after.forDate : to;
  if (!from && !newest) return {};
  return { forDate: { ...(from && { $gte: from }), ...(newest && { $lte: newest }) } };
}

function olderThan({ forDate, createdAt, id }: Cursor) {
  const at = new Date(createdAt);
  return [
    { forDate: { $lt: forDate } },
    { forDate, createdAt: { $lt: at } },
    { forDate, createdAt: at, _id: { $lt: id } },
  ];
}
