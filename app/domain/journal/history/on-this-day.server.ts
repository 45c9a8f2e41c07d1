import { LRUCache } from "lru-cache";
import { JournalEntryModel } from "#models/journal-entry.server";
import { churchDay, findSameDay, type CalendarChoice } from "~/domain/calendar/church-day";
import { addDays, daysBetween, formatFullDate, isDay, localMoment } from "~/domain/calendar/local-day";
import { calendarChoice } from "~/domain/calendar/traditions";
import type { Entry } from "~/domain/journal/entries/entry";
import { entryListItem } from "~/domain/journal/entries/entry-view";
import {
  entryFrom,
  journalKeys,
  LIST_PROJECTION,
  type ListedRecord,
} from "~/domain/journal/entries/sealed-content.server";
import { carryoverFrom } from "~/domain/journal/reflection/answers";
import type { Member } from "~/domain/member/member";
import type { Slot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { oldestDay } from "./calendar.server";
import { NEWEST_FIRST } from "./list-history.server";

/** How far back a day is remembered. */
const YEARS = 20;

/** A day of another year that is remembered today, and why. */
export type RememberedDay = { date: string; because: "date" | "church" };

const pad = (year: number) => String(year).padStart(4, "0");

/**
 * The same date of a year; undefined where the year lacks it (29 February).
 * @internal Exported for tests.
 */
export function sameDate(date: string, year: number): string | undefined {
  const there = `${pad(year)}${date.slice(4)}`;
  return isDay(there) ? there : undefined;
}

/**
 * The day of a year that has the same name in the Church's year: "Friday of the 24th week after Pentecost", or a feast.
 * Undefined where that year lacks it, and in Christmas, whose days keep their date.
 * @internal Exported for tests.
 */
export function sameChurchDay(date: string, year: number, followed: CalendarChoice): string | undefined {
  const day = churchDay(date, followed);
  return day.season === "christmas" ? undefined : findSameDay(year, day, followed);
}

/** Few at a time: today, in the zones where people live and the calendars that they follow. */
const reckoned = new LRUCache<string, readonly RememberedDay[]>({ max: 50 });

/**
 * The days of earlier years that are remembered on a day, the date before the Church's year, the latest first. The last
 * ones are cached, because they are the same for everyone on a day.
 */
export function rememberedDays(date: string, followed: CalendarChoice | null): readonly RememberedDay[] {
  const key = `${date} ${followed?.tradition} ${followed?.feastsOnSunday}`;
  const known = reckoned.get(key);
  if (known) return known;
  const made = reckon(date, followed);
  reckoned.set(key, made);
  return made;
}

function reckon(date: string, followed: CalendarChoice | null): RememberedDay[] {
  const year = Number(date.slice(0, 4));
  const years = Array.from({ length: Math.min(YEARS, year - 1) }, (_, n) => year - 1 - n);
  const dates = years.flatMap((other) => sameDate(date, other) ?? []);
  const church = followed ? years.flatMap((other) => sameChurchDay(date, other, followed) ?? []) : [];
  return [
    ...dates.map((day) => ({ date: day, because: "date" as const })),
    ...church.filter((day) => !dates.includes(day)).map((day) => ({ date: day, because: "church" as const })),
  ];
}

/** At most `most` of what was found, one a day first, and neither reason crowding the other out. */
export function chooseRemembered<T extends { because: RememberedDay["because"]; forDate: string }>(
  found: readonly T[],
  most = 3,
): T[] {
  const latest = [...found].sort((a, b) => (a.forDate < b.forDate ? 1 : a.forDate > b.forDate ? -1 : 0));
  const firstOfDay = latest.filter(
    (one, at) => latest.findIndex(({ forDate }) => forDate === one.forDate) === at,
  );
  const rest = latest.filter((one) => !firstOfDay.includes(one));
  const church = firstOfDay.filter(({ because }) => because === "church");
  const dates = firstOfDay.filter(({ because }) => because === "date");
  const turn = [...dates.slice(0, most - Math.min(1, church.length)), ...church, ...dates, ...rest];
  return [...new Set(turn)].slice(0, most);
}

/** "On this day in 2025", "This day in the Church year, 2024" */
export function describeRemembered({
  because,
  forDate,
}: {
  because: RememberedDay["because"];
  forDate: string;
}) {
  const year = Number(forDate.slice(0, 4));
  return because === "date"
    ? t("On this day in {year}", { year })
    : t("This day in the church year, {year}", { year });
}

/** An entry of another year as lists show it, with the reason it is shown: a morning by the word that was kept in it. */
export function rememberedLine(entry: Entry & Pick<RememberedDay, "because">) {
  const { id, name, excerpt } = entryListItem(entry);
  const { word } = carryoverFrom(entry.content);
  return {
    id,
    name,
    excerpt: word ? t("“{word}”", { word }) : excerpt,
    because: describeRemembered(entry),
    day: formatFullDate(entry.forDate),
  };
}

export type RememberedEntry = Entry & Pick<RememberedDay, "because">;

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

type Days = ReadonlyMap<string, RememberedDay["because"]>;

function daysRemembered(member: Member, date: string): Days {
  const followed = member.prayer.showSeason ? calendarChoice(member.prayer) : null;
  return new Map(rememberedDays(date, followed).map((day) => [day.date, day.because]));
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
