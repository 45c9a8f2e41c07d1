import { LRUCache } from "lru-cache";
import { JournalEntryModel } from "#models/journal-entry.server";
import { churchDay, findSameDay } from "~/domain/calendar/church-day";
import { calendarChoice, type CalendarChoice } from "~/domain/calendar/church-year";
import { addDays, daysBetween, formatFullDate, isDay, weekdayName } from "~/domain/calendar/local-day";
import { entryListItem, type Entry } from "~/domain/journal/entries/entry";
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
import { oldestDay, oldPagesEnd } from "./journal-contents.server";
import { NEWEST_FIRST } from "./list-history.server";

const MAX_YEARS = 20;

/** A day of an earlier year with the same date or the same day in the church year. */
type RememberedDay = { date: string; because: "date" | "church" };

const pad = (year: number) => String(year).padStart(4, "0");

/**
 * The date in another year; undefined if the year lacks it (29 February).
 * @internal Exported for tests.
 */
export function sameDate(date: string, year: number): string | undefined {
  const day = `${pad(year)}${date.slice(4)}`;
  return isDay(day) ? day : undefined;
}

/**
 * The day with the same name in another church year: "Friday of the 24th week after Pentecost", or a feast. Undefined if the
 * year lacks it, and in Christmas, whose days have fixed dates.
 * @internal Exported for tests.
 */
export function sameChurchDay(date: string, year: number, followed: CalendarChoice): string | undefined {
  const day = churchDay(date, followed);
  return day.season === "christmas" ? undefined : findSameDay(year, day, followed);
}

/** Caches the remembered days by date and calendar; members with the same calendar share them. */
const cache = new LRUCache<string, readonly RememberedDay[]>({ max: 50 });

/** The days of earlier years for a day: those by date before those by church year, newest first in each group. */
export function rememberedDays(date: string, followed: CalendarChoice | null): readonly RememberedDay[] {
  const key = `${date} ${followed?.tradition} ${followed?.feastsOnSunday}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const days = computeDays(date, followed);
  cache.set(key, days);
  return days;
}

function computeDays(date: string, followed: CalendarChoice | null): RememberedDay[] {
  const year = Number(date.slice(0, 4));
  const years = Array.from({ length: Math.min(MAX_YEARS, year - 1) }, (_, n) => year - 1 - n);
  const dates = years.flatMap((other) => sameDate(date, other) ?? []);
  const church = followed ? years.flatMap((other) => sameChurchDay(date, other, followed) ?? []) : [];
  return [
    ...dates.map((day) => ({ date: day, because: "date" as const })),
    ...church.filter((day) => !dates.includes(day)).map((day) => ({ date: day, because: "church" as const })),
  ];
}

/** Chooses at most `max` entries: one for each day before second ones, and at least one by church year if there is any. */
export function chooseRemembered<T extends { because: RememberedDay["because"]; forDate: string }>(
  found: readonly T[],
  max = 3,
): T[] {
  const latest = [...found].sort((a, b) => (a.forDate < b.forDate ? 1 : a.forDate > b.forDate ? -1 : 0));
  const firstOfDay = latest.filter(
    (entry, at) => latest.findIndex(({ forDate }) => forDate === entry.forDate) === at,
  );
  const rest = latest.filter((entry) => !firstOfDay.includes(entry));
  const church = firstOfDay.filter(({ because }) => because === "church");
  const dates = firstOfDay.filter(({ because }) => because === "date");
  const ranked = [...dates.slice(0, max - Math.min(1, church.length)), ...church, ...dates, ...rest];
  return [...new Set(ranked)].slice(0, max);
}

/** Describes why an entry is remembered; `day` is the part of its date that this reason does not mention. */
function describeRemembered({ because, forDate }: Pick<Entry, "forDate"> & Pick<RememberedDay, "because">) {
  return because === "date"
    ? {
        because: t("On this day in {year}", { year: Number(forDate.slice(0, 4)) }),
        day: weekdayName(forDate),
      }
    : { because: t("This day in the church year"), day: formatFullDate(forDate) };
}

/** The list item of an entry of another year, with the reason. A morning shows its kept word instead of an excerpt. */
export function rememberedLine(entry: Entry & Pick<RememberedDay, "because">) {
  const { id, name, excerpt } = entryListItem(entry);
  const { word } = carryoverFrom(entry.content);
  return {
    id,
    name,
    excerpt: word ? t("“{word}”", { word }) : excerpt,
    ...describeRemembered(entry),
  };
}

export type RememberedEntry = Entry & Pick<RememberedDay, "because">;

/** Records read for the choice; only the chosen ones are decrypted. */
const MAX_CANDIDATES = 24;

/** At most three entries of this day in other years, by date and by church year; one query. */
export async function onThisDay(member: Member, date: string): Promise<RememberedEntry[]> {
  const days = reasonsByDay(member, date);
  return openRemembered(member, days, await finishedOn(member, [...days.keys()], MAX_CANDIDATES));
}

/** Finished reflections read for one day; a real day has fewer. */
const MAX_OF_DAY = 20;

const MAX_RECORDS = MAX_CANDIDATES + MAX_OF_DAY;

/** The aggregation stages that read the records of `dayAndOtherYears`. */
export const dayAndOtherYearsStages = (
  member: Member,
  { date, forDate }: { date: string; forDate: string },
) => [
  { $match: finishedFilter(member, [forDate, ...reasonsByDay(member, date).keys()]) },
  { $sort: NEWEST_FIRST },
  { $limit: MAX_RECORDS },
  { $project: LIST_PROJECTION },
];

/**
 * Returns `ofDay`, the finished mornings and evenings of `forDate`, newest first, and `remembered`, the entries of
 * `onThisDay` for `date`. `records` is the result of `dayAndOtherYearsStages`; if it was cut at its limit, two queries
 * replace it.
 */
export async function dayAndOtherYears(
  member: Member,
  { date, forDate }: { date: string; forDate: string },
  records: readonly ListedRecord[],
): Promise<{ ofDay: ListedRecord[]; remembered: RememberedEntry[] }> {
  const days = reasonsByDay(member, date);
  if (records.length < MAX_RECORDS)
    return {
      ofDay: records.filter((record) => record.forDate === forDate && record.slot !== "none"),
      remembered: openRemembered(member, days, records),
    };
  const [ofDay, others] = await Promise.all([
    finishedOn(member, [forDate], MAX_OF_DAY, { slot: { $in: ["morning", "evening"] } }),
    onThisDay(member, date),
  ]);
  return { ofDay, remembered: others };
}

type Days = ReadonlyMap<string, RememberedDay["because"]>;

function reasonsByDay(member: Member, date: string): Days {
  const followed = member.prayer.showSeason ? calendarChoice(member.prayer) : null;
  return new Map(rememberedDays(date, followed).map((day) => [day.date, day.because]));
}

const finishedFilter = ({ id }: Member, days: readonly string[]) => ({
  userId: id,
  status: "final" as const,
  deletedAt: null,
  forDate: { $in: [...days] },
});

function finishedOn(
  member: Member,
  days: readonly string[],
  limit: number,
  only: { slot?: { $in: Slot[] } } = {},
): Promise<ListedRecord[]> {
  return JournalEntryModel.find({ ...finishedFilter(member, days), ...only }, LIST_PROJECTION)
    .sort(NEWEST_FIRST)
    .limit(limit)
    .lean();
}

/** Chooses from the records and decrypts only the chosen ones. */
function openRemembered(member: Member, days: Days, records: readonly ListedRecord[]): RememberedEntry[] {
  const found = records.flatMap((record) => {
    const because = days.get(record.forDate);
    return because ? [{ record, forDate: record.forDate, because }] : [];
  });
  const keys = journalKeys(member);
  return chooseRemembered(found.slice(0, MAX_CANDIDATES)).map(({ record, because }) => ({
    ...entryFrom(keys, record),
    because,
  }));
}

/**
 * Finds a random entry of at least the minimum age: `random` (0 to 1) chooses a day, and the last entry up to that day is taken.
 * Costs two index reads, whatever the length of the journal. @returns its id, or null if no entry is old enough
 */
export async function randomOldEntry(member: Member, random = Math.random): Promise<string | null> {
  const latest = oldPagesEnd(member);
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
