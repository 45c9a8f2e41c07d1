import { JournalEntryModel } from "#models/journal-entry.server";
import { addDays, daysBetween, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { oldestDay } from "./spans.server";

/** What is younger is remembered anyway. */
const LONG_AGO_DAYS = 60;

/**
 * The id of an entry of long ago: the last one up to a day that `random` (from 0 to 1) chooses between the first day of the
 * journal and two months ago. Two reads of an index, however long the journal is; null where nothing is that old.
 */
export async function entryOfLongAgo(member: Member, random = Math.random): Promise<string | null> {
  const latest = addDays(localMoment(now(), member.timezone).date, -LONG_AGO_DAYS);
  const first = await oldestDay(member);
  if (!first || first > latest) return null;
  const day = addDays(first, Math.floor(random() * (daysBetween(first, latest) + 1)));
  const entry = await JournalEntryModel.findOne(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $lte: day } },
    { _id: 1 },
  )
    .sort({ forDate: -1, createdAt: -1, _id: -1 })
    .lean();
  return entry?._id ?? null;
}
