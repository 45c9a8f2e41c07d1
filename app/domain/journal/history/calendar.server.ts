import { beyond } from "#models/db/pages.server";
import { readSome } from "#models/db/read-some.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Entry } from "~/domain/journal/entries/entry";
import { entriesFrom, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { firstDay, lastDay } from "./calendar";
import { fittingPage } from "./fitting-page";
import { writeCursor, type Cursor } from "./query";

/** What was written from one day to another: only days and slots, nothing is opened. */
export async function writtenBetween(
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

export type MonthRead = {
  entries: Entry[];
  /** Where the rest of the month begins. */
  later?: string;
};

/** The entries of a month as they were written, oldest first. */
export async function readMonthOf(
  member: Member,
  month: string,
  after?: Cursor,
  size = READING_PAGE,
): Promise<MonthRead> {
  const from = after && after.forDate > firstDay(month) ? after.forDate : firstDay(month);
  const query = JournalEntryModel.find(
    {
      userId: member.id,
      status: "final",
      deletedAt: null,
      forDate: { $gte: from, $lte: lastDay(month) },
      ...(after && {
        $or: beyond({ forDate: after.forDate, createdAt: after.createdAt, _id: after.id }, "$gt"),
      }),
    },
    { words: 0 },
  ).sort({ forDate: 1, createdAt: 1, _id: 1 });
  const { records, isAll } = await readSome<JournalEntryRecord>(query, size);
  const read = await entriesFrom(journalKeys(member), records);
  const entries = fittingPage(read);
  const last = entries.at(-1);
  if ((isAll && entries.length === read.length) || !last) return { entries };
  return { entries, later: writeCursor(last) };
}
