import { z } from "zod";
import { adventOf, dateInYear, easterOf } from "~/domain/calendar/church-year";
import { addDays, daysBetween, formatDate, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** The feasts that a way can begin relative to. */
export const BEGINNINGS = ["advent", "ash-wednesday", "easter", "pentecost"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** When a way begins: `plus` days after a feast, on a date, or at any time. */
export type Begins = { feast: Beginning; plus: number } | { on: string } | "any";

export type WayDay = {
  title: string;
  passage: string;
  point: string;
  questions: readonly string[];
  closing: string;
  writer: string;
};

/** A course of some days through Scripture, for a season or for any time. */
export type Way = {
  name: string;
  /** Introduces the way on its page. */
  about?: string;
  by: string;
  language: string;
  licence: string;
  begins: Begins;
  /** Whether Sundays are days of the way or skipped. */
  sundays: "in" | "apart";
  days: readonly WayDay[];
};

/** The id of a way in its URL and its file name. */
export const WAY_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The run of a way in one year: `days` maps dates to day numbers from 1. */
type WayInYear = { first: string; last: string; days: ReadonlyMap<string, number> };

const FEASTS: Record<Beginning, (year: number) => string> = {
  advent: adventOf,
  "ash-wednesday": (year) => addDays(easterOf(year), -46),
  easter: easterOf,
  pentecost: (year) => addDays(easterOf(year), 49),
};

/** The first date of a way in a year; undefined if it does not begin in that year. */
function firstDayIn(begins: Begins, year: number): string | undefined {
  if (begins === "any") return undefined;
  if ("on" in begins) return begins.on.startsWith(dateInYear(year, "")) ? begins.on : undefined;
  return addDays(FEASTS[begins.feast](year), begins.plus);
}

/**
 * The run of a way in a year. A way for Advent ends on Christmas Eve at the latest: in a year that is too short, the days
 * before its last one are omitted.
 */
export function occurrenceIn(way: Way, year: number): WayInYear | undefined {
  const begins = firstDayIn(way.begins, year);
  if (begins === undefined) return undefined;
  const end = isOf("advent", way.begins) ? dateInYear(year, "12-24") : undefined;
  const dates: string[] = [];
  for (let date = begins; dates.length < way.days.length && (!end || date <= end); date = addDays(date, 1))
    if (way.sundays === "in" || weekdayOf(date) !== 0) dates.push(date);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const days = new Map(dates.map((date, at) => [date, at + 1]));
  return { first, last, days: days.set(last, way.days.length) };
}

const isOf = (feast: Beginning, begins: Begins) =>
  typeof begins === "object" && "feast" in begins && begins.feast === feast;

/** The current run of a way, else the next one within a year; undefined for a way without dates. */
export function occurrenceNear(way: Way, date: string): WayInYear | undefined {
  const year = Number(date.slice(0, 4));
  return [year - 1, year, year + 1]
    .map((candidate) => occurrenceIn(way, candidate))
    .find((run) => run && run.last >= date);
}

/** The day number of a way on a date; undefined on other dates, and for a way without dates. */
export function dayNumberOn(way: Way, date: string): number | undefined {
  return occurrenceNear(way, date)?.days.get(date);
}

/** The first day not prayed yet; undefined after all of them. */
export function nextDay(way: Way, prayed: ReadonlySet<number>): number | undefined {
  const at = way.days.findIndex((_, index) => !prayed.has(index + 1));
  return at < 0 ? undefined : at + 1;
}

/** A day of a way. Stores the names of way and day too, so that they survive when the way is removed. */
export type WayDayRef = { id: string; name: string; day: number; title: string };

/** A way that replaces a member's morning or evening; `since` is the local day of its beginning. */
export type Walk = { way: string; name: string; since: string };

/** The ways that a member walks, by slot. `before` maps each way that was left to its `since`, to continue it later. */
export type Walks = Record<DaySlot, Walk | null> & { before: Readonly<Record<string, string>> };

export const NO_WALKS: Walks = { morning: null, evening: null, before: {} };

/** Maximum entries in `before`. */
const MAX_BEFORE = 40;

/** The prayed days of a way, each with its latest date. */
export type PrayedDays = ReadonlyMap<number, string>;

/** The slot that a way replaces. */
export function slotOfWay(walks: Walks, way: string): DaySlot | undefined {
  return (["morning", "evening"] as const).find((slot) => walks[slot]?.way === way);
}

/**
 * Begins a way in a slot and leaves the way that the slot had. A way that the member left earlier keeps its former start
 * date; with `again` it starts today.
 */
export function startWalk(
  walks: Walks,
  slot: DaySlot,
  { id, name }: { id: string; name: string },
  { today, again }: { today: string; again: boolean },
): Walks {
  const others = leaveWalk(leaveWalk(walks, id), walks[slot]?.way ?? id);
  const { [id]: earlier = today, ...before } = others.before;
  return { ...others, before, [slot]: { way: id, name, since: again ? today : earlier } };
}

/** Leaves a way and stores its beginning in `before`. */
export function leaveWalk(walks: Walks, way: string): Walks {
  const slot = slotOfWay(walks, way);
  if (!slot) return walks;
  const { [way]: _again, ...others } = walks.before;
  const before = Object.entries({ ...others, [way]: walks[slot]?.since ?? "" }).slice(-MAX_BEFORE);
  return { ...walks, [slot]: null, before: Object.fromEntries(before) };
}

/**
 * The day of a walk on a date. For a way without dates, the day prayed on that date, else the next one not prayed. Undefined
 * outside the way's dates, and after all of its days.
 */
export function dayOfWalkOn(way: Way, { since }: Walk, date: string, prayed: PrayedDays): number | undefined {
  if (way.begins !== "any") return occurrenceNear(way, since)?.days.get(date);
  if (date < since) return undefined;
  const [onDate] = [...prayed].find(([, on]) => on === date) ?? [];
  return onDate ?? nextDay(way, new Set(prayed.keys()));
}

/** When a way can be prayed; `days` is the sort key, 0 for ways that can be prayed now. */
type WayTiming = { days: number; words: string };

/** Ways that begin within this many days sort before ways without dates. */
const NEAR_DAYS = 7;

/** Describes when a way can be prayed; `date` is today. */
export function wayTiming(way: Way, date: string): WayTiming {
  if (way.begins === "any") return { days: NEAR_DAYS, words: t("At any time") };
  const run = occurrenceNear(way, date);
  if (!run) return { days: Infinity, words: t("Its days have passed") };
  const days = daysBetween(date, run.first);
  if (days <= 0)
    return { days: 0, words: t("These are its days, until {last}", { last: formatDate(run.last) }) };
  if (days === 1) return { days, words: t("Begins tomorrow") };
  if (days < NEAR_DAYS) return { days, words: t("Begins on {weekday}", { weekday: weekdayName(run.first) }) };
  return { days: NEAR_DAYS + days, words: t("Begins on {day}", { day: formatDate(run.first) }) };
}

/** Days until a way with dates begins, from one to seven; undefined earlier and later. */
export function daysUntilSoon(way: Way, date: string): number | undefined {
  const run = way.begins === "any" ? undefined : occurrenceNear(way, date);
  const days = run ? daysBetween(date, run.first) : 0;
  return days > 0 && days <= NEAR_DAYS ? days : undefined;
}

/** The date of a day in the current or next run of a way. */
export function dateOfDay(way: Way, day: number, date: string): string | undefined {
  return [...(occurrenceNear(way, date)?.days ?? [])].find(([, number]) => number === day)?.[0];
}

/** Whether all dates of a way have passed; never for a way without dates. */
export const hasWayEnded = (way: Way, date: string): boolean =>
  way.begins !== "any" && occurrenceNear(way, date) === undefined;

/** The forms of `/ways` and of a way's page. */
export const WalkSchema = z.object({
  intent: z.enum(["begin", "leave"], t("Please use one of the buttons on this page.")),
  way: z.string().max(60),
  slot: z
    .enum(["morning", "evening"], t("Please begin it in the morning or in the evening."))
    .default("morning"),
});

export const WAY_HAS_ENDED = {
  title: t("The days of this way are over"),
  text: t("You can still read all of them here."),
} as const;
