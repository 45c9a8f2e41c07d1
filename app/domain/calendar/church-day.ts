import { LRUCache } from "lru-cache";
import type { FeastDay } from "~/content/schemas";
import { CALENDARS, MIN_FREE_RANK, type CalendarRules, type ChurchSeason, type Period } from "./calendars";
import { dateInYear, resolveDateRule } from "./church-year";
import { addDays, daysBetween, weekdayOf } from "./local-day";
import type { WeekSeries } from "./week-names";

/** Whose calendar it is, and whether Ascension, Epiphany and Corpus Christi are kept on a Sunday. */
export type CalendarChoice = {
  tradition: keyof typeof CALENDARS;
  feastsOnSunday: boolean;
};

/** A stretch as it lies in one year: its first day, and the Sunday its weeks are counted from. */
type DatedPeriod = { from: string; sunday?: string; stretch: Period };
/** One calendar year: its stretches, and the days in it that have names of their own. */
export type YearTable = { stretches: readonly DatedPeriod[]; named: ReadonlyMap<string, FeastDay> };

const tables = new LRUCache<string, YearTable>({ max: 96 });

/** The table of a year. The latest are cached, so that a page which looks twenty years back computes each once. */
export function yearTable(year: number, { tradition, feastsOnSunday }: CalendarChoice): YearTable {
  const key = `${year} ${tradition} ${feastsOnSunday}`;
  const known = tables.get(key);
  if (known) return known;
  const made = buildYearTable(year, CALENDARS[tradition], feastsOnSunday);
  tables.set(key, made);
  return made;
}

function buildYearTable(
  year: number,
  { days, stretches, order }: CalendarRules,
  feastsOnSunday: boolean,
): YearTable {
  const laid = stretches.map((stretch): DatedPeriod => {
    const { from, fromOnSunday, counts } = stretch;
    return {
      from: resolveDateRule((feastsOnSunday && fromOnSunday) || from, year),
      sunday: counts && resolveDateRule(counts.sunday, counts.lastYear ? year - 1 : year),
      stretch,
    };
  });
  const greatnessOf = (date: string) =>
    locateInYear(laid, date).stretch.greatness[weekdayOf(date) === 0 ? 0 : 1];
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
      return greatnessOf(other) >= MIN_FREE_RANK && (!there || order[there.rank] >= MIN_FREE_RANK);
    };
    let free = addDays(date, 1);
    while (!isFree(free)) free = addDays(free, 1);
    named.set(free, day);
  }
  return { stretches: laid, named };
}

function dateOf({ on, onSunday, instead }: FeastDay, year: number, feastsOnSunday: boolean): string {
  if (feastsOnSunday && onSunday) return resolveDateRule(onSunday, year);
  const date = typeof on === "string" ? dateInYear(year, on) : resolveDateRule(on, year);
  const isThere =
    instead && date >= resolveDateRule(instead.from, year) && date <= resolveDateRule(instead.until, year);
  return isThere ? resolveDateRule(instead.to, year) : date;
}

/** The stretch that a day lies in, the last one that has begun, and the number of its week; 0 where none are counted. */
export function locateInYear(laid: readonly DatedPeriod[], date: string): { stretch: Period; week: number } {
  const found = laid.findLast(({ from }) => from <= date);
  if (!found) throw new Error(`No stretch of the year begins before ${date}.`);
  const { sunday, stretch } = found;
  if (!sunday || !stretch.counts) return { stretch, week: 0 };
  const weeks = Math.floor(daysBetween(sunday, date) / 7);
  return { stretch, week: stretch.counts.first + (stretch.counts.down ? -weeks : weeks) };
}

/** A day in the Church's year as a calendar knows it; `traditions.ts` knows what people call it. */
export type ChurchDay = {
  /** The same in every year: "good_friday", "in_ordinary_time.33.5". */
  id: string;
  date: string;
  season: ChurchSeason;
  /** What its week is counted in, and its number; 0 where weeks are not counted. */
  weeks: WeekSeries;
  week: number;
  /** 0 is Sunday. */
  weekday: number;
  feast?: string;
} & Pick<FeastDay, "rank" | "colour">;

/** A day by the calendar of a tradition. */
export function churchDay(date: string, followed: CalendarChoice): ChurchDay {
  const { stretches, named } = yearTable(Number(date.slice(0, 4)), followed);
  const { stretch, week } = locateInYear(stretches, date);
  const weekday = weekdayOf(date);
  const place = { date, season: stretch.season, weeks: stretch.weeks, week, weekday };
  const day = named.get(date);
  if (day) return { ...place, id: day.feast, feast: day.feast, rank: day.rank, colour: day.colour };
  const rank = weekday === 0 ? "sunday" : (stretch.rank ?? "weekday");
  return { ...place, id: `${stretch.weeks}.${week}.${weekday}`, rank, colour: stretch.colour };
}

/** The day of a year that has the same name: the feast, or the weekday of the same week. Undefined if it lacks one. */
export function findSameDay(year: number, day: ChurchDay, followed: CalendarChoice): string | undefined {
  const { stretches, named } = yearTable(year, followed);
  if (day.feast) {
    for (const [date, { feast }] of named) if (feast === day.feast) return date;
    return undefined;
  }
  for (const { from, sunday, stretch } of stretches) {
    if (stretch.weeks !== day.weeks) continue;
    // Counted weeks hang on their Sunday; the others fall within a week of the day they begin on.
    const counted = stretch.counts?.down
      ? stretch.counts.first - day.week
      : day.week - (stretch.counts?.first ?? 0);
    const date = sunday
      ? addDays(sunday, counted * 7 + day.weekday)
      : addDays(from, (day.weekday - weekdayOf(from) + 7) % 7);
    const there = date.startsWith(from.slice(0, 4)) && churchDay(date, followed);
    if (there && there.id === day.id) return date;
  }
  return undefined;
}
