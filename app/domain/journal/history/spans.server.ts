import { JournalEntryModel } from "#models/journal-entry.server";
import { addDays, localMoment } from "~/domain/calendar/local-day";
import { spansOf, type Span } from "~/domain/church-year/season-days";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import type { Cursor, HistoryFilters } from "./query";

/**
 * The stretches of days to search for a page, the latest first. Without a season there is one; with a season there
 * are as many as the journal has years, and a page reads only those it needs. The days are computed and not
 * stored, so that entries from elsewhere are found like the others.
 */
export async function spansWanted(
  member: Member,
  { season, from, to }: HistoryFilters,
  after?: Cursor,
): Promise<Partial<Span>[]> {
  if (!season) return [{ from, to }];
  // No entry is for a day that has not begun anywhere on earth.
  const latest = addDays(localMoment(now(), "").date, 1);
  const end = [latest, to, after?.forDate].filter((day) => day !== undefined).sort()[0] ?? latest;
  const begin = from ?? (await oldestDay(member));
  return begin ? spansOf(season, { from: begin, to: end }) : [];
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
