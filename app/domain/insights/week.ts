import { SEASON_NAMES, seasonOf, type Season } from "~/domain/calendar/church-year";
import {
  addDays,
  daysBetween,
  formatDateSpan,
  instantOf,
  isDay,
  weekdayOf,
} from "~/domain/calendar/local-day";
import { MAX_PAGE_TEXT_BYTES, renderedBytes } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";
import { allQuotations, filterQuotations, type InsightContent } from "./insight";

/**
 * First day of the week of `date`. Days are local, "YYYY-MM-DD"; `weekStart` is the first weekday (0 is
 * Sunday).
 */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** First day of the last complete week. */
export function lastFullWeek(today: string, weekStart: number): string {
  return addDays(weekOf(today, weekStart), -7);
}

export const lastDayOf = (weekStartDay: string): string => addDays(weekStartDay, 6);

/** Whether `date` is the first day of a complete week. */
export function isPastWeekStart(date: string, today: string, weekStart: number): boolean {
  return isDay(date) && weekdayOf(date) === weekStart && lastDayOf(date) < today;
}

export function endOfCurrentWeek(today: string, weekStart: number, zone: string): Date {
  return instantOf(addDays(weekOf(today, weekStart), 7), "00:00", zone);
}

/** "15 to 21 November 2026" */
export function formatWeek(first: string): string {
  return formatDateSpan(first, lastDayOf(first));
}

type PageContent = Omit<InsightContent, "mornings" | "evenings" | "others" | "passage">;

/** Page bytes of a quotation's link and form, without its text. */
const QUOTATION_BYTES = 2_000;
/** A page contains each passage reference twice: as text and in its link. */
const BYTES_PER_PASSAGE_BYTE = 2;

/** Drops the quotations that exceed the size of a page. Only imported insights have that many. */
export function insightOnPage<Content extends PageContent>(
  content: Content,
): { content: Content; isShortened: boolean } {
  const { passages, threads, question, prayer } = content;
  const threadTexts = threads.flatMap(({ name, note = "" }) => [name, note]);
  let bytes =
    BYTES_PER_PASSAGE_BYTE * renderedBytes(passages.join("; ")) +
    renderedBytes([...threadTexts, question, prayer].join("\n"));
  let isShortened = false;
  const fitted = filterQuotations(content, ({ text }) => {
    const added = renderedBytes(text) + QUOTATION_BYTES;
    const fits = bytes + added <= MAX_PAGE_TEXT_BYTES;
    if (fits) bytes += added;
    else isShortened = true;
    return fits;
  });
  return { content: isShortened ? fitted : content, isShortened };
}

/** Restricts `days` to the entries that an insight quotes. */
export function quotedDays(content: PageContent, days: Record<string, string>): Record<string, string> {
  const quoted = new Set(allQuotations(content).map(({ entryId }) => entryId));
  return Object.fromEntries(Object.entries(days).filter(([id]) => quoted.has(id)));
}

/** A season of the church year as a range of days. */
export type SeasonSpan = {
  /** "lent-2026-02-18": the season and its first day. */
  key: string;
  season: Season;
  from: string;
  /** Last day, or today while the season lasts. */
  to: string;
  name: string;
  running: boolean;
};

/** Minimum length for a review; excludes the week of Pentecost. */
const MIN_SEASON_DAYS = 12;

/** The season of `date`, up to `today`. */
export function seasonSpan(date: string, today: string): SeasonSpan {
  const season = seasonOf(date);
  let from = date;
  while (seasonOf(addDays(from, -1)) === season) from = addDays(from, -1);
  let to = date;
  while (to < today && seasonOf(addDays(to, 1)) === season) to = addDays(to, 1);
  const running = to === today && seasonOf(addDays(today, 1)) === season;
  return { key: `${season}-${from}`, season, from, to, name: seasonTitle(season, from), running };
}

/** "Lent 2026"; Christmas has the year of its first day. */
function seasonTitle(season: Season, from: string): string {
  const year = Number(from.slice(0, 4));
  if (season === "christmas") return t("Christmas {year}", { year });
  if (season !== "ordinary") return `${SEASON_NAMES[season]} ${year}`;
  return from.slice(5) < "04-01"
    ? t("Ordinary time before Lent {year}", { year })
    : t("Ordinary time after Pentecost {year}", { year });
}

export function latestSeasons(today: string, count: number): SeasonSpan[] {
  const spans: SeasonSpan[] = [];
  for (let date = today; spans.length < count;) {
    const span = seasonSpan(date, today);
    if (daysBetween(span.from, span.to) + 1 >= MIN_SEASON_DAYS) spans.push(span);
    date = addDays(span.from, -1);
  }
  return spans;
}

/**
 * Finds a season by its key; undefined for an unknown key, a future season, or one more than ten years ago.
 */
export function findSeason(key: string, today: string): SeasonSpan | undefined {
  const from = key.slice(-10);
  if (!isDay(from) || from > today || from < addDays(today, -3_700)) return undefined;
  const span = seasonSpan(from, today);
  return span.key === key ? span : undefined;
}
