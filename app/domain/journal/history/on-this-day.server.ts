import { JournalEntryModel } from "#models/journal-entry.server";
import { addDays, daysBetween, localMoment } from "~/domain/calendar/local-day";
import { followedBy } from "~/domain/calendar/traditions";
import type { Entry } from "~/domain/journal/entries/entry";
import {
  entryFrom,
  journalKeys,
  LIST_PROJECTION,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { now } from "~/platform/clock";
import { oldestDay } from "./calendar.server";
import { NEWEST_FIRST } from "./list-history.server";
import { chooseRemembered, rememberedOn, type Remembered } from "./on-this-day";

export type RememberedEntry = Entry & Pick<Remembered, "because">;

/** How many entries are looked at; only those shown are opened. */
const LOOKED_AT = 24;

/** What was written on this day in other years, by the date and by the Church's year: three entries at most, one query. */
export async function onThisDay(member: Member, date: string): Promise<RememberedEntry[]> {
  const days = daysRemembered(member, date);
  return remembered(member, days, await finishedOn(member, [...days.keys()], LOOKED_AT));
}

/** More reflections than a day has. */
const MOST_OF_A_DAY = 20;

/**
 * The same, and what was finished for the mornings and evenings of one day, newest first: one query for both, or two if
 * there is more than it looks at.
 */
export async function dayAndOtherYears(
  member: Member,
  { date, forDate }: { date: string; forDate: string },
): Promise<{ ofDay: ListedRecord[]; remembered: RememberedEntry[] }> {
  const days = daysRemembered(member, date);
  const most = LOOKED_AT + MOST_OF_A_DAY;
  const records = await finishedOn(member, [forDate, ...days.keys()], most);
  if (records.length < most)
    return {
      ofDay: records.filter((record) => record.forDate === forDate && record.slot !== "none"),
      remembered: remembered(member, days, records),
    };
  const [ofDay, others] = await Promise.all([
    finishedOn(member, [forDate], MOST_OF_A_DAY, { slot: { $in: ["morning", "evening"] } }),
    onThisDay(member, date),
  ]);
  return { ofDay, remembered: others };
}

type Days = ReadonlyMap<string, Remembered["because"]>;

function daysRemembered(member: Member, date: string): Days {
  const followed = member.prayer.showSeason ? followedBy(member.prayer) : null;
  return new Map(rememberedOn(date, followed).map((day) => [day.date, day.because]));
}

function finishedOn(
  member: Member,
  days: readonly string[],
  most: number,
  only: { slot?: { $in: Slot[] } } = {},
): Promise<ListedRecord[]> {
  return JournalEntryModel.find(
    { userId: member.id, status: "final", deletedAt: null, forDate: { $in: [...days] }, ...only },
    LIST_PROJECTION,
  )
    .sort(NEWEST_FIRST)
    .limit(most)
    .lean();
}

/** Opens only those that are shown. */
function remembered(member: Member, days: Days, records: readonly ListedRecord[]): RememberedEntry[] {
  const found = records.flatMap((record) => {
    const because = days.get(record.forDate);
    return because ? [{ record, forDate: record.forDate, because }] : [];
  });
  const keys = journalKeys(member);
  return chooseRemembered(found.slice(0, LOOKED_AT)).map(({ record, because }) => ({
    ...entryFrom(keys, record),
    because,
  }));
}

/** What is younger is remembered anyway. */
const LONG_AGO_DAYS = 60;

/**
 * The id of an entry of long ago: the last one up to a day that `random` (from 0 to 1) chooses between the first day of the
 * journal and two months ago. Two reads of an index, however long the journal is; null where nothing is that old.
 */
export async function randomOldEntry(member: Member, random = Math.random): Promise<string | null> {
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
