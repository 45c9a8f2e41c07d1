import { readRecords } from "#models/db/read-records.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { followedBy } from "~/domain/church-year/traditions";
import type { Entry } from "~/domain/journal/entries/entry";
import {
  AS_LISTED,
  entryFrom,
  journalKeys,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
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
/** More drafts than are begun and left. */
const MOST_DRAFTS = 60;

type TodayAndBefore = {
  /** What was finished for the mornings and evenings of the day, newest first. */
  ofDay: ListedRecord[];
  /** Everything unfinished, of whatever day. */
  unfinished: ListedRecord[];
  remembered: RememberedEntry[];
};

/** The same beside what is unfinished and what one day has: one query for all, or three if there is more than it looks at. */
export async function todayAndOtherYears(
  member: Member,
  { date, forDate }: { date: string; forDate: string },
): Promise<TodayAndBefore> {
  const days = daysRemembered(member, date);
  const begun = { userId: member.id, draftKey: { $exists: true } };
  const either = [finishedIn(member, [forDate, ...days.keys()]), begun];
  const most = LOOKED_AT + MOST_OF_A_DAY + MOST_DRAFTS;
  // In no order, so that each half is found by its own index.
  const records = await readRecords(JournalEntryModel, { $or: either }, { fields: AS_LISTED, limit: most });
  if (records.length < most) {
    const finished = records.filter(({ status }) => status === "final").sort(newestFirst);
    return {
      ofDay: finished.filter((record) => record.forDate === forDate && record.slot !== "none"),
      unfinished: records.filter(({ draftKey }) => draftKey !== undefined),
      remembered: remembered(member, days, finished),
    };
  }
  const [ofDay, unfinished, others] = await Promise.all([
    finishedOn(member, [forDate], MOST_OF_A_DAY, { slot: { $in: ["morning", "evening"] } }),
    readRecords(JournalEntryModel, begun, { fields: AS_LISTED, limit: MOST_DRAFTS }),
    onThisDay(member, date),
  ]);
  return { ofDay, unfinished, remembered: others };
}

/** As `NEWEST_FIRST` sorts. */
function newestFirst(one: ListedRecord, other: ListedRecord): number {
  if (one.forDate !== other.forDate) return one.forDate < other.forDate ? 1 : -1;
  return other.createdAt.getTime() - one.createdAt.getTime() || (one._id < other._id ? 1 : -1);
}

type Days = ReadonlyMap<string, Remembered["because"]>;

function daysRemembered(member: Member, date: string): Days {
  const followed = member.prayer.showSeason ? followedBy(member.prayer) : null;
  return new Map(rememberedOn(date, followed).map((day) => [day.date, day.because]));
}

type Only = { slot?: { $in: Slot[] } };

const finishedIn = (member: Member, days: readonly string[], only: Only = {}) => ({
  userId: member.id,
  status: "final" as const,
  deletedAt: null,
  forDate: { $in: [...days] },
  ...only,
});

function finishedOn(
  member: Member,
  days: readonly string[],
  most: number,
  only?: Only,
): Promise<ListedRecord[]> {
  const wanted = { fields: AS_LISTED, sort: NEWEST_FIRST, limit: most };
  return readRecords(JournalEntryModel, finishedIn(member, days, only), wanted);
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
