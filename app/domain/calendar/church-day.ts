import { LRUCache } from "lru-cache";
import FEAST_NAMES from "~/content/feast-names.yaml";
import type { FeastDay, FeastNames } from "~/content/schemas";
import { t } from "~/i18n/t";
import {
  CALENDARS,
  MIN_FREE_RANK,
  RANK_ORDER,
  type CalendarRules,
  type ChurchSeason,
  type Period,
} from "./calendars";
import { dateInYear, resolveDateRule, type CalendarChoice } from "./church-year";
import { addDays, daysBetween, weekdayName, weekdayOf } from "./local-day";
import { localFeastOn } from "./local-feasts.state";
import { formatWeekdayOf, weekName, type DayName, type WeekSeries } from "./week-names";

/** A period in one year: its first day, and the Sunday of its week 1 or `first`. */
type DatedPeriod = { from: string; sunday?: string; period: Period };
/** One civil year: its periods in order, and its feasts by date. */
export type YearTable = { periods: readonly DatedPeriod[]; named: ReadonlyMap<string, FeastDay> };

const tables = new LRUCache<string, YearTable>({ max: 96 });

/** Periods and feasts of a year. Cached, because "on this day" looks back twenty years. */
export function yearTable(year: number, { tradition, feastsOnSunday }: CalendarChoice): YearTable {
  const key = `${year} ${tradition} ${feastsOnSunday}`;
  const cached = tables.get(key);
  if (cached) return cached;
  const table = buildYearTable(year, CALENDARS[tradition], feastsOnSunday);
  tables.set(key, table);
  return table;
}

function buildYearTable(
  year: number,
  { days, periods, order }: CalendarRules,
  feastsOnSunday: boolean,
): YearTable {
  const dated = periods.map((period): DatedPeriod => {
    const { from, fromOnSunday, counts } = period;
    return {
      from: resolveDateRule((feastsOnSunday && fromOnSunday) || from, year),
      sunday: counts && resolveDateRule(counts.sunday, counts.lastYear ? year - 1 : year),
      period,
    };
  });
  const precedenceOf = (date: string) =>
    locateInYear(dated, date).period.precedence[weekdayOf(date) === 0 ? 0 : 1];
  const named = new Map<string, FeastDay>();
  const impeded: { day: FeastDay; date: string }[] = [];
  // The sort is stable, so feasts of equal precedence keep the order of the calendar's list.
  for (const day of [...days].sort((a, b) => order[a.rank] - order[b.rank])) {
    const date = dateOf(day, year, feastsOnSunday);
    if (!named.has(date) && order[day.rank] <= precedenceOf(date)) named.set(date, day);
    else if (day.moves) impeded.push({ day, date });
  }
  for (const { day, date } of impeded) {
    const isFree = (other: string) => {
      const feast = named.get(other);
      return precedenceOf(other) >= MIN_FREE_RANK && (!feast || order[feast.rank] >= MIN_FREE_RANK);
    };
    let free = addDays(date, 1);
    while (!isFree(free)) free = addDays(free, 1);
    named.set(free, day);
  }
  return { periods: dated, named };
}

function dateOf({ on, onSunday, instead }: FeastDay, year: number, feastsOnSunday: boolean): string {
  if (feastsOnSunday && onSunday) return resolveDateRule(onSunday, year);
  const date = typeof on === "string" ? dateInYear(year, on) : resolveDateRule(on, year);
  const isImpeded =
    instead && date >= resolveDateRule(instead.from, year) && date <= resolveDateRule(instead.until, year);
  return isImpeded ? resolveDateRule(instead.to, year) : date;
}

/** The period of a day in a year's table, and the number of its week; 0 in a period that numbers none. */
function locateInYear(dated: readonly DatedPeriod[], date: string): { period: Period; week: number } {
  const found = dated.findLast(({ from }) => from <= date);
  if (!found) throw new Error(`No period of the year begins before ${date}.`);
  const { sunday, period } = found;
  if (!sunday || !period.counts) return { period, week: 0 };
  const weeks = Math.floor(daysBetween(sunday, date) / 7);
  return { period, week: period.counts.first + (period.counts.down ? -weeks : weeks) };
}

/** A day of the liturgical year. `churchDayName` names it. */
type ChurchDay = {
  /** Equal in every year: "good_friday", "in_ordinary_time.33.5". */
  id: string;
  date: string;
  season: ChurchSeason;
  /** Series and number of its week; 0 in a series without numbers. */
  weeks: WeekSeries;
  week: number;
  /** 0 is Sunday. */
  weekday: number;
  feast?: string;
  /** A feast of the operator's file; `outranks`: it is celebrated in place of the day. */
  local?: { name: string; outranks: boolean };
} & Pick<FeastDay, "rank" | "colour">;

export function churchDay(date: string, followed: CalendarChoice): ChurchDay {
  const day = generalDay(date, followed);
  const local = localFeastOn(date, followed.tradition);
  if (!local) return day;
  const outranks = outranksDay(local.rank, day);
  return { ...day, ...(outranks && { colour: local.colour }), local: { name: local.name, outranks } };
}

/** Seasons whose Sundays no local feast outranks. */
const PRIVILEGED_SEASONS: readonly ChurchSeason[] = ["advent", "lent", "holy_week", "easter"];

/**
 * Solemnities and feasts outrank weekdays, and feasts of the calendar with a lower rank, except in Holy Week and Easter week.
 * Solemnities outrank Sundays too, except in privileged seasons.
 */
function outranksDay(rank: "solemnity" | "feast" | "memorial", day: ChurchDay): boolean {
  if (rank === "memorial" || day.season === "holy_week" || day.weeks === "easter_week") return false;
  if (day.weekday === 0 && PRIVILEGED_SEASONS.includes(day.season)) return false;
  if (day.rank === "sunday") return rank === "solemnity";
  // No local feast outranks a weekday with a name of its own, such as Christmas Eve.
  if (day.rank === "weekday") return day.feast === undefined;
  return RANK_ORDER[rank] < RANK_ORDER[day.rank];
}

/** The day in the general calendar of a tradition. */
function generalDay(date: string, followed: CalendarChoice): ChurchDay {
  const { periods, named } = yearTable(Number(date.slice(0, 4)), followed);
  const { period, week } = locateInYear(periods, date);
  const weekday = weekdayOf(date);
  const position = { date, season: period.season, weeks: period.weeks, week, weekday };
  const day = named.get(date);
  if (day) return { ...position, id: day.feast, feast: day.feast, rank: day.rank, colour: day.colour };
  const rank = weekday === 0 ? "sunday" : (period.rank ?? "weekday");
  return { ...position, id: `${period.weeks}.${week}.${weekday}`, rank, colour: period.colour };
}

/** The date in `year` with the id of `day`: the same feast, or the same weekday of the same week. Undefined if there is none. */
export function findSameDay(year: number, day: ChurchDay, followed: CalendarChoice): string | undefined {
  const { periods, named } = yearTable(year, followed);
  if (day.feast) {
    for (const [date, { feast }] of named) if (feast === day.feast) return date;
    return undefined;
  }
  for (const { from, sunday, period } of periods) {
    if (period.weeks !== day.weeks) continue;
    // A period without numbered weeks lasts at most a week, so the weekday alone gives the date.
    const weeksAfterSunday = period.counts?.down
      ? period.counts.first - day.week
      : day.week - (period.counts?.first ?? 0);
    const date = sunday
      ? addDays(sunday, weeksAfterSunday * 7 + day.weekday)
      : addDays(from, (day.weekday - weekdayOf(from) + 7) % 7);
    if (date.startsWith(from.slice(0, 4)) && generalDay(date, followed).id === day.id) return date;
  }
  return undefined;
}

type NamedFeast = { name: string; hasWeekday: boolean };

function nameIn({ withWeekday, names }: FeastNames, feast: string): NamedFeast | undefined {
  const name = withWeekday[feast] ?? names[feast];
  return name === undefined ? undefined : { name, hasWeekday: feast in withWeekday };
}

/** Name of a feast in a tradition. `hasWeekday`: the name contains the weekday, as in "Palm Sunday". */
function feastName(feast: string, tradition: Exclude<keyof typeof FEAST_NAMES, "common">): NamedFeast {
  const found = nameIn(FEAST_NAMES[tradition], feast) ?? nameIn(FEAST_NAMES.common, feast);
  if (!found) throw new Error(`No name for the feast ${feast}.`);
  return found;
}

const COLOUR_NAMES: Record<FeastDay["colour"], string> = {
  white: t("white"),
  red: t("red"),
  green: t("green"),
  violet: t("violet"),
  rose: t("rose"),
  black: t("black"),
  none: t("no colour"),
};

function nameDay(date: string, followed: CalendarChoice): DayName {
  const { feast, weeks, week, weekday, local } = churchDay(date, followed);
  if (local?.outranks) return { name: local.name, joint: "," };
  if (!feast) return weekName(weeks, week, { at: weekday, name: weekdayName(date), date });
  const { name, hasWeekday } = feastName(feast, followed.tradition);
  return { name, joint: hasWeekday ? "" : "," };
}

/** Adds a local feast that does not outrank the day, unless the calendar has it already. */
function withLocalFeast(name: string, date: string, followed: CalendarChoice): string {
  const { local } = churchDay(date, followed);
  if (!local || local.outranks || local.name === nameDay(date, followed).name) return name;
  return t("{day} · {feast}", { day: name, feast: local.name });
}

/** Name of a day, to print next to its date: "34th week in Ordinary Time", "First Sunday after Trinity", "Ascension Day". */
export function churchDayName(date: string, followed: CalendarChoice): string {
  return withLocalFeast(nameDay(date, followed).name, date, followed);
}

/** "Friday of the 34th week in Ordinary Time, green" */
export function churchDayLine(date: string, followed: CalendarChoice): string {
  const name = formatWeekdayOf(weekdayName(date), nameDay(date, followed));
  const day = withLocalFeast(name, date, followed);
  return t("{name}, {colour}", { name: day, colour: COLOUR_NAMES[churchDay(date, followed).colour] });
}
