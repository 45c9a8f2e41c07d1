import { afterCursor, readBounded, splitPage } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { BibleBook } from "~/content/bible/all-books";
import { seasonSpans, type Span } from "~/domain/calendar/church-year";
import { addDays, formatFullDate, localMoment } from "~/domain/calendar/local-day";
import { MAX_PAGE_TEXT_BYTES, PAGE_CHARACTERS, renderedBytes } from "~/domain/journal/entries/content";
import { entryListItem, type Entry } from "~/domain/journal/entries/entry";
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
import { now } from "~/platform/clock";
import { firstDay, lastDay } from "./calendar";
import { oldestDay } from "./journal-contents.server";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";

export const PAGE_SIZE = 20;

/** Sorts by day, then by time of writing; the id makes the order total, as cursors need. */
export const NEWEST_FIRST = { forDate: -1, createdAt: -1, _id: -1 } as const;

export type HistoryPage = {
  entries: Entry[];
  /** The cursor of the next page; undefined on the last. */
  older?: string;
};

/**
 * A page of a member's entries, newest day first. The cursor is found in an index, so that the cost of a page depends
 * neither on the length of the journal nor on the position of the page.
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
  // Split before decryption: the extra record only shows that an older page follows.
  const { shown, last } = splitPage(found, size);
  return {
    entries: await entriesFrom(keys, shown),
    ...(last && { older: writeCursor(fieldsOfRecord(last)) }),
  };
}

/** A page of `size` entries from a query for one entry more, which shows that an older page follows. */
export function toHistoryPage(entries: readonly Entry[], size: number): HistoryPage {
  const { shown, last } = splitPage(entries, size);
  return { entries: shown, ...(last && { older: writeCursor(last) }) };
}

/** The database query for all filters except the search. */
export function historyFilter(member: Member, keys: JournalKeys, filters: HistoryFilters, after?: Cursor) {
  const marks = markFilters(keys, filters);
  const and = [...seasonFilter(filters), ...(marks.length > 1 ? marks : [])];
  const { book } = filters;
  return {
    userId: member.id,
    status: "final" as const,
    deletedAt: null,
    ...(marks.length === 1 && marks[0]),
    // A prefix query: "John 15:4", not "1 John 4:7"; "!" follows the space in Unicode.
    ...(book && { passageRef: { $gte: `${book} `, $lt: `${book}!` } }),
    ...dateFilter(filters, after),
    ...(and.length > 0 && { $and: and }),
    ...(after && { $or: afterCursor({ forDate: after.forDate, createdAt: after.createdAt, _id: after.id }) }),
  };
}

function filterTerms(
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

/** The conditions on index terms. During a re-encryption each one matches the terms of the new and of the earlier key. */
function markFilters(keys: JournalKeys, filters: HistoryFilters) {
  const marks = filterTerms(keys, filters);
  // Returns early, so that no key is derived without need.
  if (marks.length === 0) return [];
  const earlier = previousKeyTerms(keys);
  if (!earlier) return [{ marks: marks.length === 1 ? marks[0] : { $all: marks } }];
  const before = filterTerms(earlier, filters);
  return marks.map((mark, at) => ({ marks: { $in: [...new Set([mark, before[at] ?? mark])] } }));
}

/** The upper bound is redundant with the cursor's `$or`, but lets the index scan begin at the page. */
function dateFilter(
  { from, to }: HistoryFilters,
  after?: Cursor,
): { forDate?: { $gte?: string; $lte?: string } } {
  const newest = after && (!to || after.forDate < to) ? after.forDate : to;
  if (!from && !newest) return {};
  return { forDate: { ...(from && { $gte: from }), ...(newest && { $lte: newest }) } };
}

/** All spans of a season at once, for a query of the whole journal; a page queries span by span instead. */
function seasonFilter({ season, from = "1900-01-01", to = "2100-12-31" }: HistoryFilters) {
  if (!season) return [];
  const days = seasonSpans(season, { from, to }).map((span) => ({
    forDate: { $gte: span.from, $lte: span.to },
  }));
  return [{ $or: days.length > 0 ? days : [{ forDate: "" }] }];
}

const MAX_CHAPTER_ENTRIES = 5;
/** Candidates read for each query of a chapter. */
const MAX_CANDIDATES = 40;

/**
 * The member's newest entries with a passage of these chapters. Passages are stored as references, so a chapter is the
 * reference itself ("John 15") and the range from "John 15:" to "John 15;", the next character.
 */
export async function entriesForChapter(member: Member, book: BibleBook, chapters: readonly number[]) {
  const names = chapters.map((chapter) => `${nameInReference(book)} ${chapter}`);
  const references = [{ $in: names }, ...names.map((name) => ({ $gte: `${name}:`, $lt: `${name};` }))];
  const found = await Promise.all(
    references.map((passageRef) =>
      JournalEntryModel.find(
        { userId: member.id, passageRef, status: "final", deletedAt: null },
        { words: 0 },
      )
        .sort({ passageRef: 1, forDate: -1 })
        .limit(MAX_CANDIDATES)
        .lean(),
    ),
  );
  const keys = journalKeys(member);
  return found
    .flat()
    .sort((a, b) => b.forDate.localeCompare(a.forDate) || b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MAX_CHAPTER_ENTRIES)
    .map((record) => {
      const { id, name, excerpt } = entryListItem(entryFrom(keys, record));
      return { id, name, excerpt, day: formatFullDate(record.forDate), reference: record.passageRef };
    });
}

/** Mornings read for one page of kept words. The page has fewer words if some mornings have none. */
const MORNINGS_PER_PAGE = 40;

/** The word kept in a morning's reflection. */
export type KeptWord = { id: string; forDate: string; day: string; word: string; passage: string };

/** A page of kept words, newest first. Every page reads the same number of mornings. */
export async function keptWords(
  member: Member,
  { season, book }: Pick<HistoryFilters, "season" | "book">,
  after?: Cursor,
): Promise<{ words: KeptWord[]; older?: string }> {
  const mornings = { slot: "morning" as const, season, book };
  const { entries, older } = await listHistory(member, mornings, after, MORNINGS_PER_PAGE);
  const words = entries.flatMap(({ id, forDate, passageRef, content }) => {
    const { word } = carryoverFrom(content);
    return word
      ? [{ id, forDate, day: formatFullDate(forDate), word, passage: passageRef.replaceAll("-", "–") }]
      : [];
  });
  return { words, older };
}

/**
 * The date spans to query for a page, newest first: one without a season, else one for each year of the journal. A page reads
 * only as many as it needs. Seasons are computed and not stored, so that imported entries are found too.
 */
export async function dateSpansFor(
  member: Member,
  { season, from, to }: HistoryFilters,
  after?: Cursor,
): Promise<Partial<Span>[]> {
  if (!season) return [{ from, to }];
  // The latest date in any time zone.
  const latest = addDays(localMoment(now(), "").date, 1);
  const end = [latest, to, after?.forDate].filter((day) => day !== undefined).sort()[0] ?? latest;
  const begin = from ?? (await oldestDay(member));
  return begin ? seasonSpans(season, { from: begin, to: end }) : [];
}

/** The bytes that an entry adds to the page of a month, which shows long entries up to their first page. */
function pageBytesOf({ content }: Pick<Entry, "content">): number {
  if (!content) return 0;
  const { title, answers, body, tags } = content;
  const text = [...answers.map((answer) => answer.text), body].join("\n").slice(0, PAGE_CHARACTERS);
  return renderedBytes(
    [title, ...answers.map(({ question }) => question), ...tags, ...tags, text].join("\n"),
  );
}

/** The entries that fit on one page, at least one. */
function firstPageOf<E extends Pick<Entry, "content">>(entries: readonly E[]): E[] {
  let bytes = 0;
  const end = entries.findIndex((entry, at) => (bytes += pageBytesOf(entry)) > MAX_PAGE_TEXT_BYTES && at > 0);
  return entries.slice(0, end < 0 ? undefined : end);
}

const MAX_MONTH_PAGE = { records: 100, bytes: 512 * 1024 };

type MonthEntries = {
  entries: Entry[];
  /** The cursor of the month's next page; undefined on the last. */
  later?: string;
};

/** A page of a month's entries, oldest first. */
export async function readMonthEntries(
  member: Member,
  month: string,
  after?: Cursor,
  size = MAX_MONTH_PAGE,
): Promise<MonthEntries> {
  const from = after && after.forDate > firstDay(month) ? after.forDate : firstDay(month);
  const query = JournalEntryModel.find(
    {
      userId: member.id,
      status: "final",
      deletedAt: null,
      forDate: { $gte: from, $lte: lastDay(month) },
      ...(after && {
        $or: afterCursor({ forDate: after.forDate, createdAt: after.createdAt, _id: after.id }, "$gt"),
      }),
    },
    { words: 0 },
  ).sort({ forDate: 1, createdAt: 1, _id: 1 });
  const { records, isAll } = await readBounded<JournalEntryRecord>(query, size);
  const read = await entriesFrom(journalKeys(member), records);
  const entries = firstPageOf(read);
  const last = entries.at(-1);
  if ((isAll && entries.length === read.length) || !last) return { entries };
  return { entries, later: writeCursor(last) };
}
