import { LRUCache } from "lru-cache";
import { ANGLICAN } from "~/content/feasts/anglican-days";
import { ROOM, type CalendarRules, type DayRow, type Stretch } from "~/content/feasts/calendar-rules";
import { ECUMENICAL } from "~/content/feasts/ecumenical-days";
import { LUTHERAN } from "~/content/feasts/lutheran-days";
import { ROMAN } from "~/content/feasts/roman-days";
import { addDays, daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import { dayOfYear } from "./church-year";
import { dayFor } from "./date-rule";

/** Whose calendar it is, and whether Ascension, Epiphany and Corpus Christi are kept on a Sunday. */
export type Followed = {
  tradition: "ecumenical" | "roman" | "anglican" | "lutheran";
  feastsOnSunday: boolean;
};

const RULES: Record<Followed["tradition"], CalendarRules> = {
  ecumenical: ECUMENICAL,
  roman: ROMAN,
  anglican: ANGLICAN,
  lutheran: LUTHERAN,
};

/** A stretch as it lies in one year: its first day, and the Sunday its weeks are counted from. */
type Laid = { from: string; sunday?: string; stretch: Stretch };
/** One calendar year: its stretches, and the days in it that have names of their own. */
export type YearTable = { stretches: readonly Laid[]; named: ReadonlyMap<string, DayRow> };

const tables = new LRUCache<string, YearTable>({ max: 96 });

/** The table of a year. The latest are cached, so that a page which looks twenty years back computes each once. */
export function tableOf(year: number, { tradition, feastsOnSunday }: Followed): YearTable {
  const key = `${year} ${tradition} ${feastsOnSunday}`;
  const known = tables.get(key);
  if (known) return known;
  const made = lay(year, RULES[tradition], feastsOnSunday);
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
  const named = new Map<string, DayRow>();
  const waiting: { row: DayRow; date: string }[] = [];
  // The list of a calendar is in its order already where two are equally great, and sorting keeps that.
  for (const row of [...days].sort((a, b) => order[a[2]] - order[b[2]])) {
    const date = dateOf(row, year, feastsOnSunday);
    if (!named.has(date) && order[row[2]] <= greatnessOf(date)) named.set(date, row);
    else if (row[4]?.moves) waiting.push({ row, date });
  }
  for (const { row, date } of waiting) {
    const isFree = (day: string) => {
      const there = named.get(day);
      return greatnessOf(day) >= ROOM && (!there || order[there[2]] >= ROOM);
    };
    let day = addDays(date, 1);
    while (!isFree(day)) day = addDays(day, 1);
    named.set(day, row);
  }
  return { stretches: laid, named };
}

function dateOf([, at, , , more]: DayRow, year: number, feastsOnSunday: boolean): string {
  if (feastsOnSunday && more?.onSunday) return dayFor(more.onSunday, year);
  const date = typeof at === "string" ? dayOfYear(year, at) : dayFor(at, year);
  const instead = more?.instead;
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
