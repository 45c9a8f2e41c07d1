import { LRUCache } from "lru-cache";
import type { FeastDay } from "~/content/schemas";
import { addDays, daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import { ROOM, type CalendarRules, type Stretch } from "./calendar-rules";
import { CALENDARS } from "./calendars";
import { dayOfYear } from "./church-year";
import { dayFor } from "./date-rule";

/** Whose calendar it is, and whether Ascension, Epiphany and Corpus Christi are kept on a Sunday. */
export type Followed = {
  tradition: keyof typeof CALENDARS;
  feastsOnSunday: boolean;
};

/** A stretch as it lies in one year: its first day, and the Sunday its weeks are counted from. */
type Laid = { from: string; sunday?: string; stretch: Stretch };
/** One calendar year: its stretches, and the days in it that have names of their own. */
export type YearTable = { stretches: readonly Laid[]; named: ReadonlyMap<string, FeastDay> };

const tables = new LRUCache<string, YearTable>({ max: 96 });

/** The table of a year. The latest are cached, so that a page which looks twenty years back computes each once. */
export function tableOf(year: number, { tradition, feastsOnSunday }: Followed): YearTable {
  const key = `${year} ${tradition} ${feastsOnSunday}`;
  const known = tables.get(key);
  if (known) return known;
  const made = lay(year, CALENDARS[tradition], feastsOnSunday);
  tables.set(key, made);
  return made;
}

function lay(year: number, { days, stretches, order }: CalendarRules, feastsOnSunday: boolean): YearTable {
  const laid = stretches.map((stretch): Laid => {
    const { from, fromOnSunday, counts } = stretch;
    return {
      from: dayFor((feastsOnSunday && fromOnSunday) || from, year),
      sunday: counts && dayFor(counts.sunday, counts.lastYear ? year - 1 : year),
      stretch,
    };
  });
  const greatnessOf = (date: string) =>
    placeInYear(laid, date).stretch.greatness[weekdayOf(date) === 0 ? 0 : 1];
  const named = new Map<string, FeastDay>();
  const waiting: { day: FeastDay; date: string }[] = [];
  // The list of a calendar is in its order already where two are equally great, and sorting keeps that.
  for (const day of [...days].sort((a, b) => order[a.rank] - order[b.rank])) {
    const date = dateOf(day, year, feastsOnSunday);
    if (!named.has(date) && order[day.rank] <= greatnessOf(date)) named.set(date, day);
    else if (day.moves) waiting.push({ day, date });
  }
  for (const { day, date } of waiting) {
    const isFree = (other: string) => {
      const there = named.get(other);
      return greatnessOf(other) >= ROOM && (!there || order[there.rank] >= ROOM);
    };
    let free = addDays(date, 1);
    while (!isFree(free)) free = addDays(free, 1);
    named.set(free, day);
  }
  return { stretches: laid, named };
}

function dateOf({ on, onSunday, instead }: FeastDay, year: number, feastsOnSunday: boolean): string {
  if (feastsOnSunday && onSunday) return dayFor(onSunday, year);
  const date = typeof on === "string" ? dayOfYear(year, on) : dayFor(on, year);
  const isThere = instead && date >= dayFor(instead.from, year) && date <= dayFor(instead.until, year);
  return isThere ? dayFor(instead.to, year) : date;
}

/** The stretch that a day lies in, the last one that has begun, and the number of its week; 0 where none are counted. */
export function placeInYear(laid: readonly Laid[], date: string): { stretch: Stretch; week: number } {
  const found = laid.findLast(({ from }) => from <= date);
  if (!found) throw new Error(`No stretch of the year begins before ${date}.`);
  const { sunday, stretch } = found;
  if (!sunday || !stretch.counts) return { stretch, week: 0 };
  const weeks = Math.floor(daysBetween(sunday, date) / 7);
  return { stretch, week: stretch.counts.first + (stretch.counts.down ? -weeks : weeks) };
}
