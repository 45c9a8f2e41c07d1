import { afterCursor, readBounded } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { seasonSpans, type Span } from "~/domain/calendar/church-year";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { PAGE_CHARACTERS } from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { MAX_PAGE_TEXT_BYTES, renderedBytes } from "~/domain/operations/paging";
import { now } from "~/platform/clock";
import { firstDay, lastDay } from "./calendar";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";

/** The bytes of an entry's first page in a month's page. */
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

/** The days and slots of the entries from one day to another; reads no content. */
export async function listWrittenDays(
  member: Member,
  from: string,
  to: string,
): Promise<{ forDate: string; slot: Slot }[]> {
  return JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $gte: from, $lte: to } },
    { forDate: 1, slot: 1, _id: 0 },
  ).lean<{ forDate: string; slot: Slot }[]>();
}

const MAX_PAGE = { records: 100, bytes: 512 * 1024 };

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
  size = MAX_PAGE,
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

/** The first day with an entry; `after`: the first one later than that day. */
export async function oldestDay(member: Member, after = ""): Promise<string | undefined> {
  const oldest = await JournalEntryModel.findOne(
    { userId: member.id, status: "final", deletedAt: null, ...(after && { forDate: { $gt: after } }) },
    { forDate: 1, _id: 0 },
  )
    .sort({ forDate: 1, createdAt: 1, _id: 1 })
    .lean<{ forDate: string }>();
  return oldest?.forDate;
}
