import { beyond, onePage } from "#models/db/pages.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { spansOf } from "~/domain/church-year/season-days";
import type { Entry } from "~/domain/journal/entries/entry";
import {
  AS_LISTED,
  earlierTerms,
  entriesFrom,
  FAVOURITE_TERM,
  fieldsOfRecord,
  journalKeys,
  kindTerm,
  moodTerm,
  PICTURES_TERM,
  prayerTerm,
  slotTerm,
  tagTerm,
  type JournalKeys,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";
import { spansWanted } from "./spans.server";

/** Entries on a page of the history. */
export const PAGE_SIZE = 20;

/** Newest day first, then the moment of writing, then the id, so that every entry has one place. */
export const NEWEST_FIRST = { forDate: -1, createdAt: -1, _id: -1 } as const;

export type HistoryPage = {
  entries: Entry[];
  /** Where the next page begins; undefined on the last. */
  older?: string;
};

/**
 * A page of a person's entries, newest day first. Pages are found by cursor in an index, so a page costs the same
 * however long the journal is and however far back the page lies.
 */
export async function listHistory(
  member: Member,
  filters: HistoryFilters = {},
  after?: Cursor,
  size = PAGE_SIZE,
): Promise<HistoryPage> {
  const keys = journalKeys(member);
  const found: ListedRecord[] = [];
  for (const span of await spansWanted(member, filters, after)) {
    const filter = historyFilter(member, keys, { ...filters, season: undefined, ...span }, after);
    const records = await JournalEntryModel.find(filter, AS_LISTED)
      .sort(NEWEST_FIRST)
      .limit(size + 1 - found.length)
      .lean();
    found.push(...records);
    if (found.length > size) break;
  }
  // The one that only says that an older page follows is not opened.
  const { shown, last } = onePage(found, size);
  return {
    entries: await entriesFrom(keys, shown),
    ...(last && { older: writeCursor(fieldsOfRecord(last)) }),
  };
}

/** Makes a page of `size` entries; the query asked for one more, to know whether an older page follows. */
export function pageOf(entries: readonly Entry[], size: number): HistoryPage {
  const { shown, last } = onePage(entries, size);
  return { entries: shown, ...(last && { older: writeCursor(last) }) };
}

/** The database query: everything but the words of a search. */
export function historyFilter(member: Member, keys: JournalKeys, filters: HistoryFilters, after?: Cursor) {
  const marks = markFilters(keys, filters);
  const and = [...seasonWanted(filters), ...(marks.length > 1 ? marks : [])];
  const { book } = filters;
  return {
    userId: member.id,
    status: "final" as const,
    deletedAt: null,
    ...(marks.length === 1 && marks[0]),
    // "John 15:4" and not "1 John 4:7": "!" is the character after the space.
    ...(book && { passageRef: { $gte: `${book} `, $lt: `${book}!` } }),
    ...daysWanted(filters, after),
    ...(and.length > 0 && { $and: and }),
    ...(after && { $or: beyond({ forDate: after.forDate, createdAt: after.createdAt, _id: after.id }) }),
  };
}

function marksWanted(
  keys: JournalKeys,
  { kind, slot, tag, mood, favourite, pictures, prayer }: HistoryFilters,
): string[] {
  return [
    tag && tagTerm(keys, tag),
    mood && moodTerm(keys, mood),
    favourite && FAVOURITE_TERM,
    pictures && PICTURES_TERM,
    prayer && prayerTerm(keys, prayer),
    kind && kindTerm(kind),
    slot && slotTerm(slot),
  ].filter((mark) => typeof mark === "string");
}

/** During a re-encryption, an entry has its fingerprints by one of two keys. */
function markFilters(keys: JournalKeys, filters: HistoryFilters) {
  const marks = marksWanted(keys, filters);
  // Without any, no key for them is derived.
  if (marks.length === 0) return [];
  const earlier = earlierTerms(keys);
  if (!earlier) return [{ marks: marks.length === 1 ? marks[0] : { $all: marks } }];
  const before = marksWanted(earlier, filters);
  return marks.map((mark, at) => ({ marks: { $in: [...new Set([mark, before[at] ?? mark])] } }));
}

/** Redundant with the cursor's `$or`, but lets the index start where the page begins. */
function daysWanted(
  { from, to }: HistoryFilters,
  after?: Cursor,
): { forDate?: { $gte?: string; $lte?: string } } {
  const newest = after && (!to || after.forDate < to) ? after.forDate : to;
  if (!from && !newest) return {};
  return { forDate: { ...(from && { $gte: from }), ...(newest && { $lte: newest }) } };
}

/** Every stretch of a season at once, for reading the whole journal; a page goes from stretch to stretch instead. */
function seasonWanted({ season, from = "1900-01-01", to = "2100-12-31" }: HistoryFilters) {
  if (!season) return [];
  const days = spansOf(season, { from, to }).map((span) => ({
    forDate: { $gte: span.from, $lte: span.to },
  }));
  return [{ $or: days.length > 0 ? days : [{ forDate: "" }] }];
}
