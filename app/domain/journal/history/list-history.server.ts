import { afterCursor, splitPage } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import type { BibleBook } from "~/content/bible/all-books";
import { seasonSpans } from "~/domain/calendar/church-year";
import { formatFullDate } from "~/domain/calendar/local-day";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryListItem } from "~/domain/journal/entries/entry-view";
import {
  entriesFrom,
  entryFrom,
  FAVOURITE_TERM,
  fieldsOfRecord,
  journalKeys,
  kindTerm,
  LIST_PROJECTION,
  moodTerm,
  PICTURES_TERM,
  prayerTerm,
  previousKeyTerms,
  slotTerm,
  tagTerm,
  type JournalKeys,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import { carryoverFrom } from "~/domain/journal/reflection/answers";
import type { Member } from "~/domain/member/member";
import { nameInReference } from "~/domain/scripture/bible/bible-books";
import { dateSpansFor } from "./calendar.server";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";

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
  for (const span of await dateSpansFor(member, filters, after)) {
    const filter = historyFilter(member, keys, { ...filters, season: undefined, ...span }, after);
    const records = await JournalEntryModel.find(filter, LIST_PROJECTION)
      .sort(NEWEST_FIRST)
      .limit(size + 1 - found.length)
      .lean();
    found.push(...records);
    if (found.length > size) break;
  }
  // The one that only says that an older page follows is not opened.
  const { shown, last } = splitPage(found, size);
  return {
    entries: await entriesFrom(keys, shown),
    ...(last && { older: writeCursor(fieldsOfRecord(last)) }),
  };
}

/** Makes a page of `size` entries; the query asked for one more, to know whether an older page follows. */
export function toHistoryPage(entries: readonly Entry[], size: number): HistoryPage {
  const { shown, last } = splitPage(entries, size);
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
    ...(after && { $or: afterCursor({ forDate: after.forDate, createdAt: after.createdAt, _id: after.id }) }),
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
  const earlier = previousKeyTerms(keys);
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
  const days = seasonSpans(season, { from, to }).map((span) => ({
    forDate: { $gte: span.from, $lte: span.to },
  }));
  return [{ $or: days.length > 0 ? days : [{ forDate: "" }] }];
}

/** The newest of a chapter, out of as many as can be looked at in one go. */
const SHOWN = 5;
const LOOKED_AT = 40;

/**
 * A person's entries with a passage of these chapters, in the numbering of our own text. A passage is kept as people write
 * it, so a chapter is one reference ("John 15") and everything between "John 15:" and the sign after the colon.
 */
export async function entriesForChapter(member: Member, book: BibleBook, chapters: readonly number[]) {
  const names = chapters.map((chapter) => `${nameInReference(book)} ${chapter}`);
  const wanted = [{ $in: names }, ...names.map((name) => ({ $gte: `${name}:`, $lt: `${name};` }))];
  const found = await Promise.all(
    wanted.map((passageRef) =>
      JournalEntryModel.find(
        { userId: member.id, passageRef, status: "final", deletedAt: null },
        { words: 0 },
      )
        .sort({ passageRef: 1, forDate: -1 })
        .limit(LOOKED_AT)
        .lean(),
    ),
  );
  const keys = journalKeys(member);
  return found
    .flat()
    .sort((a, b) => b.forDate.localeCompare(a.forDate) || b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, SHOWN)
    .map((record) => {
      const { id, name, excerpt } = entryListItem(entryFrom(keys, record));
      return { id, name, excerpt, day: formatFullDate(record.forDate), reference: record.passageRef };
    });
}

/** Mornings that are looked through for a page: fewer words where some kept none. */
const MORNINGS = 40;

/** A word that was kept in a morning. */
export type KeptWord = { id: string; forDate: string; day: string; word: string; passage: string };

/** The words of a journal, newest first, a page at a time: each page opens as many mornings, however long the journal is. */
export async function keptWords(
  member: Member,
  { season, book }: Pick<HistoryFilters, "season" | "book">,
  after?: Cursor,
): Promise<{ words: KeptWord[]; older?: string }> {
  const mornings = { slot: "morning" as const, season, book };
  const { entries, older } = await listHistory(member, mornings, after, MORNINGS);
  const words = entries.flatMap(({ id, forDate, passageRef, content }) => {
    const { word } = carryoverFrom(content);
    return word
      ? [{ id, forDate, day: formatFullDate(forDate), word, passage: passageRef.replaceAll("-", "–") }]
      : [];
  });
  return { words, older };
}
