import { afterCursor, readBounded } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { seasonSpans, type Span } from "~/domain/calendar/church-year";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { PAGE_CHARACTERS } from "~/domain/journal/entries/content";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { MAX_PAGE_TEXT_BYTES, renderedBytes } from "~/domain/operations/page-size";
import { now } from "~/platform/clock";
import { firstDay, lastDay } from "./calendar";
import { writeCursor, type Cursor, type HistoryFilters } from "./query";

/** The bytes that an entry's excerpt takes on a page. */
function bytesOfBeginning({ content }: Pick<Entry, "content">): number {
  if (!content) return 0;
  const { title, answers, body, tags } = content;
  const text = [...answers.map((answer) => answer.text), body].join("\n").slice(0, PAGE_CHARACTERS);
  return renderedBytes(
    [title, ...answers.map(({ question }) => question), ...tags, ...tags, text].join("\n"),
  );
}

/** As many of these entries as one page holds, one at least. */
function fittingPage<E extends Pick<Entry, "content">>(entries: readonly E[]): E[] {
  let bytes = 0;
  const end = entries.findIndex(
    (entry, at) => (bytes += bytesOfBeginning(entry)) > MAX_PAGE_TEXT_BYTES && at > 0,
  );
  return entries.slice(0, end < 0 ? undefined : end);
}

/** What was written from one day to another: only days and slots, nothing is opened. */
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

/** Entries on one page of a month: more than anyone writes in a month. */
const READING_PAGE = { records: 100, bytes: 512 * 1024 };

export type MonthEntries = {
  entries: Entry[];
  /** Where the rest of the month begins. */
  later?: string;
};

/** The entries of a month as they were written, oldest first. */
export async function readMonthEntries(
  member: Member,
  month: string,
  after?: Cursor,
  size = READING_PAGE,
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
  const entries = fittingPage(read);
  const last = entries.at(-1);
  if ((isAll && entries.length === read.length) || !last) return { entries };
  return { entries, later: writeCursor(last) };
}

/**
 * The stretches of days to search for a page, the latest first. Without a season there is one; with a season there
 * are as many as the journal has years, and a page reads only those it needs. The days are computed and not
 * stored, so that entries from elsewhere are found like the others.
 */
export async function dateSpansFor(
  member: Member,
  { season, from, to }: HistoryFilters,
  after?: Cursor,
): Promise<Partial<Span>[]> {
  if (!season) return [{ from, to }];
  // No entry is for a day that has not begun anywhere on earth.
  const latest = addDays(localMoment(now(), "").date, 1);
  const end = [latest, to, after?.forDate].filter((day) => day !== undefined).sort()[0] ?? latest;
  const begin = from ?? (await oldestDay(member));
  return begin ? seasonSpans(season, { from: begin, to: end }) : [];
}

/** The day of the first entry. */
export async function oldestDay(member: Member): Promise<string | undefined> {
  const oldest = await JournalEntryModel.findOne(
    { userId: member.id, status: "final", deletedAt: null },
    { forDate: 1, _id: 0 },
  )
    .sort({ forDate: 1, createdAt: 1, _id: 1 })
    .lean<{ forDate: string }>();
  return oldest?.forDate;
}
