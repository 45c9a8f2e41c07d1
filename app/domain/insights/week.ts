import { SEASON_NAMES, seasonOf, type Season } from "~/domain/calendar/church-year";
import {
  addDays,
  daysBetween,
  formatDateSpan,
  instantOf,
  isDay,
  weekdayOf,
} from "~/domain/calendar/local-day";
import { MAX_PAGE_TEXT_BYTES, renderedBytes } from "~/domain/operations/page-size";
import { t } from "~/i18n/t";
import type { InsightContent, Quotation } from "./insight";

/** A person's weeks, by the day they begin on (0 is Sunday). Days are local, "YYYY-MM-DD". */

/** The first day of the week that `date` lies in. */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** The last week that is over, by its first day. */
export function lastFullWeek(today: string, weekStart: number): string {
  return addDays(weekOf(today, weekStart), -7);
}

export const lastDayOf = (weekStartDay: string): string => addDays(weekStartDay, 6);

/** Whether `date` is the first day of a week that is over. */
export function isPastWeekStart(date: string, today: string, weekStart: number): boolean {
  return isDay(date) && weekdayOf(date) === weekStart && lastDayOf(date) < today;
}

/** When the current week ends and its insight can be made. */
export function endOfCurrentWeek(today: string, weekStart: number, zone: string): Date {
  return instantOf(addDays(weekOf(today, weekStart), 7), "00:00", zone);
}

/** "15 to 21 November 2026" */
export function formatWeek(first: string): string {
  return formatDateSpan(first, lastDayOf(first));
}

type Shown = Omit<InsightContent, "mornings" | "evenings" | "others" | "passage">;

/** The bytes of a quotation's link and of its button's form, without the quoted words. */
const QUOTATION_BYTES = 2_000;
/** A reference is in its link as well. */
const BYTES_PER_PASSAGE_BYTE = 2;

/**
 * An insight with as many of its quotations as one page holds, in their order. Those that this server finds always fit; a file
 * may bring thousands.
 */
export function insightOnPage<C extends Shown>(content: C): { content: C; isShortened: boolean } {
  const { passages, threads, question, prayer } = content;
  const named = threads.flatMap(({ name, note = "" }) => [name, note]);
  let bytes =
    BYTES_PER_PASSAGE_BYTE * renderedBytes(passages.join("; ")) +
    renderedBytes([...named, question, prayer].join("\n"));
  let isShortened = false;
  const fitting = (quotations: readonly Quotation[]) =>
    quotations.filter(({ text }) => {
      const added = renderedBytes(text) + QUOTATION_BYTES;
      const fits = bytes + added <= MAX_PAGE_TEXT_BYTES;
      if (fits) bytes += added;
      else isShortened = true;
      return fits;
    });
  const parts = <Part extends { quotations: Quotation[] }>(list: readonly Part[]) =>
    list
      .map((part) => ({ ...part, quotations: fitting(part.quotations) }))
      .filter(({ quotations }) => quotations.length > 0);
  const fitted = {
    ...content,
    kept: fitting(content.kept),
    gifts: parts(content.gifts),
    threads: parts(threads),
    consolation: fitting(content.consolation),
    desolation: fitting(content.desolation),
  };
  return { content: isShortened ? fitted : content, isShortened };
}

/** The days of the entries that an insight quotes. */
export function quotedDays(content: Shown, days: Record<string, string>): Record<string, string> {
  const { kept, gifts, threads, consolation, desolation } = content;
  const nested = [...gifts, ...threads].flatMap(({ quotations }) => quotations);
  const quoted = new Set([...kept, ...nested, ...consolation, ...desolation].map(({ entryId }) => entryId));
  return Object.fromEntries(Object.entries(days).filter(([id]) => quoted.has(id)));
}

/** The seasons of the Church's year as stretches of days, for looking back over one. */
export type SeasonSpan = {
  /** "lent-2026-02-18": the season and its first day. */
  key: string;
  season: Season;
  from: string;
  /** Its last day, or today while it runs. */
  to: string;
  name: string;
  running: boolean;
};

/** The week of Pentecost is too short for a separate look back. */
const MIN_SEASON_DAYS = 12;

/** The season that `date` lies in, as far as `today`. */
export function seasonSpan(date: string, today: string): SeasonSpan {
  const season = seasonOf(date);
  let from = date;
  while (seasonOf(addDays(from, -1)) === season) from = addDays(from, -1);
  let to = date;
  while (to < today && seasonOf(addDays(to, 1)) === season) to = addDays(to, 1);
  const running = to === today && seasonOf(addDays(today, 1)) === season;
  return { key: `${season}-${from}`, season, from, to, name: seasonTitle(season, from), running };
}

/** "Lent 2026"; Christmas and the time before Lent are named by the year they lead into. */
function seasonTitle(season: Season, from: string): string {
  const year = Number(from.slice(0, 4));
  if (season === "christmas") return t("Christmas {year}", { year });
  if (season !== "ordinary") return `${SEASON_NAMES[season]} ${year}`;
  return from.slice(5) < "04-01"
    ? t("Ordinary time before Lent {year}", { year })
    : t("Ordinary time after Pentecost {year}", { year });
}

/** The last seasons, newest first. */
export function latestSeasons(today: string, count: number): SeasonSpan[] {
  const spans: SeasonSpan[] = [];
  for (let date = today; spans.length < count;) {
    const span = seasonSpan(date, today);
    if (daysBetween(span.from, span.to) + 1 >= MIN_SEASON_DAYS) spans.push(span);
    date = addDays(span.from, -1);
  }
  return spans;
}

/** The season that a key in an address names; undefined for an unknown key or a season that has not begun. */
export function findSeason(key: string, today: string): SeasonSpan | undefined {
  const from = key.slice(-10);
  if (!isDay(from) || from > today || from < addDays(today, -3_700)) return undefined;
  const span = seasonSpan(from, today);
  return span.key === key ? span : undefined;
}
