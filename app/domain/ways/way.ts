import { z } from "zod";
import { adventOf, dateInYear, easterOf } from "~/domain/calendar/church-year";
import { addDays, daysBetween, formatDate, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** What a season's way begins on. */
export const BEGINNINGS = ["advent", "ash-wednesday", "easter", "pentecost"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/** When a way begins: some days from a feast, on one date, or whenever a person begins it. */
export type Begins = { feast: Beginning; plus: number } | { on: string } | "any";

/** One day of a way, as its writer wrote it. */
export type WayDay = {
  title: string;
  passage: string;
  point: string;
  questions: readonly string[];
  closing: string;
  writer: string;
};

/** A way of some days through Scripture, for a season or for any time. */
export type Way = {
  name: string;
  by: string;
  language: string;
  licence: string;
  begins: Begins;
  /** Whether a Sunday is one of its days, or stands apart from them. */
  sundays: "in" | "apart";
  days: readonly WayDay[];
};

/** The name of a way in its address, and of its file. */
export const WAY_ID = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The days of a way in one year: which date has which day, counted from 1. */
export type WayInYear = { first: string; last: string; days: ReadonlyMap<string, number> };

const FEASTS: Record<Beginning, (year: number) => string> = {
  advent: adventOf,
  "ash-wednesday": (year) => addDays(easterOf(year), -46),
  easter: easterOf,
  pentecost: (year) => addDays(easterOf(year), 49),
};

/** The first day of a way in a year; undefined where the year has none. */
function firstDayIn(begins: Begins, year: number): string | undefined {
  if (begins === "any") return undefined;
  if ("on" in begins) return begins.on.startsWith(dateInYear(year, "")) ? begins.on : undefined;
  return addDays(FEASTS[begins.feast](year), begins.plus);
}

/**
 * The days of a way in a year. A way for Advent has its last day on Christmas Eve at the latest: a year that is too short
 * for it leaves out the days just before that one.
 * @internal Exported for tests.
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

/** The run of a way that a date lies in, or else the next one within a year; undefined for a way of any time. */
export function occurrenceNear(way: Way, date: string): WayInYear | undefined {
  const year = Number(date.slice(0, 4));
  return [year - 1, year, year + 1]
    .map((one) => occurrenceIn(way, one))
    .find((run) => run && run.last >= date);
}

/** The day of a season's way on a date; undefined between its days, and for a way of any time. */
export function dayNumberOn(way: Way, date: string): number | undefined {
  return occurrenceNear(way, date)?.days.get(date);
}

/** The first day that has not been prayed yet; undefined after all of them. */
export function nextDay(way: Way, prayed: ReadonlySet<number>): number | undefined {
  const at = way.days.findIndex((_, index) => !prayed.has(index + 1));
  return at < 0 ? undefined : at + 1;
}

/** A day of a way by its number; named, so that it reads the same where the way is gone. */
export type PlaceOnWay = { id: string; name: string; day: number; title: string };

/** A way that takes the place of a person's morning or evening; `since` is the local day when they began it. */
export type Walk = { way: string; name: string; since: string };

/** The ways that a person walks, and since when they have walked others: one that is begun again goes on. */
export type Walks = Record<DaySlot, Walk | null> & { before: Readonly<Record<string, string>> };

export const NO_WALKS: Walks = { morning: null, evening: null, before: {} };

/** How many ways are remembered after they were left. */
const MOST_BEFORE = 40;

/** What was prayed of a way: the latest date of each of its days. */
export type PrayedDays = ReadonlyMap<number, string>;

/** The slot that a way has taken. */
export function slotOfWay(walks: Walks, way: string): DaySlot | undefined {
  return (["morning", "evening"] as const).find((slot) => walks[slot]?.way === way);
}

/**
 * With a way begun; what held the slot is left. A way that was left goes on since when it was begun first, unless it is to
 * begin `again`.
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

/** Without a way; when it was begun is remembered. */
export function leaveWalk(walks: Walks, way: string): Walks {
  const slot = slotOfWay(walks, way);
  if (!slot) return walks;
  const { [way]: _again, ...others } = walks.before;
  const before = Object.entries({ ...others, [way]: walks[slot]?.since ?? "" }).slice(-MOST_BEFORE);
  return { ...walks, [slot]: null, before: Object.fromEntries(before) };
}

/**
 * The day of a way that a person prays on a date: the season's, or of a way without dates the one that was prayed on that
 * date, else the next that was not prayed yet. Undefined outside of its days, and after all of them.
 */
export function dayOfWalkOn(way: Way, { since }: Walk, date: string, prayed: PrayedDays): number | undefined {
  if (way.begins !== "any") return occurrenceNear(way, since)?.days.get(date);
  if (date < since) return undefined;
  const [onDate] = [...prayed].find(([, on]) => on === date) ?? [];
  return onDate ?? nextDay(way, new Set(prayed.keys()));
}

/** How near a way is: those that can be prayed now come first, then by the days until they begin. */
export type WayTiming = { days: number; words: string };

/** From when on a season's way is near. */
const NEAR = 7;

/** When a way can be prayed, in words; `date` is today. */
export function wayTiming(way: Way, date: string): WayTiming {
  if (way.begins === "any") return { days: NEAR, words: t("At any time") };
  const run = occurrenceNear(way, date);
  if (!run) return { days: Infinity, words: t("Its days are over") };
  const days = daysBetween(date, run.first);
  if (days <= 0)
    return { days: 0, words: t("These are its days, until {last}", { last: formatDate(run.last) }) };
  if (days === 1) return { days, words: t("Begins tomorrow") };
  if (days < NEAR) return { days, words: t("Begins on {weekday}", { weekday: weekdayName(run.first) }) };
  return { days: NEAR + days, words: t("Begins on {day}", { day: formatDate(run.first) }) };
}

/** The date of a day of a season's way in its run that is now or comes next. */
export function dateOfDay(way: Way, day: number, date: string): string | undefined {
  return [...(occurrenceNear(way, date)?.days ?? [])].find(([, number]) => number === day)?.[0];
}

/** Whether a way can still be begun: one with a date is over when it is over. */
export const hasWayEnded = (way: Way, date: string): boolean =>
  way.begins !== "any" && occurrenceNear(way, date) === undefined;

/** What `/ways` and the page of a way take. */
export const WalkSchema = z.object({
  intent: z.enum(["begin", "leave"], t("Please use one of the buttons on this page.")),
  way: z.string().max(60),
  slot: z
    .enum(["morning", "evening"], t("Please begin it in the morning or in the evening."))
    .default("morning"),
});

/** The days of a way with a date are over. */
export const WAY_HAS_ENDED = {
  title: t("The days of this way are over"),
  text: t("You can still read all of them here."),
} as const;

const NAME = t("Please use small letters a to z, figures and hyphens: “lent-with-mark”.");

/** `/admin/ways` and the page of one: `name` is that of a new way's file, `seen` the text that the form was shown with. */
export const WriteWaySchema = z.object({
  intent: z.enum(["save", "remove"], t("Please use one of the buttons on this page.")),
  name: z.string(NAME).trim().regex(WAY_ID, NAME),
  text: z.string(t("Please write the way.")).default(""),
  seen: z.string().max(16).default(""),
});
