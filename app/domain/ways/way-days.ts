import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { adventOf, dayOfYear, easterOf } from "~/domain/church-year/church-year";
import type { Beginning, Begins, Way } from "./way";

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
  if ("on" in begins) return begins.on.startsWith(dayOfYear(year, "")) ? begins.on : undefined;
  return addDays(FEASTS[begins.feast](year), begins.plus);
}

/**
 * The days of a way in a year. A way for Advent has its last day on Christmas Eve at the latest: a year that is too short
 * for it leaves out the days just before that one.
 * @internal Exported for tests.
 */
export function runIn(way: Way, year: number): WayInYear | undefined {
  const begins = firstDayIn(way.begins, year);
  if (begins === undefined) return undefined;
  const end = isOf("advent", way.begins) ? dayOfYear(year, "12-24") : undefined;
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
export function runNear(way: Way, date: string): WayInYear | undefined {
  const year = Number(date.slice(0, 4));
  return [year - 1, year, year + 1].map((one) => runIn(way, one)).find((run) => run && run.last >= date);
}

/** The day of a season's way on a date; undefined between its days, and for a way of any time. */
export function dayOn(way: Way, date: string): number | undefined {
  return runNear(way, date)?.days.get(date);
}

/** The first day that has not been prayed yet; undefined after all of them. */
export function nextDay(way: Way, prayed: ReadonlySet<number>): number | undefined {
  const at = way.days.findIndex((_, index) => !prayed.has(index + 1));
  return at < 0 ? undefined : at + 1;
}
