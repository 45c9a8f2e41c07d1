import { t } from "~/i18n/t";
import { addDays, daysBetween, weekdayOf } from "./local-day";

/** The six seasons that prompts, passages and history filters use, equal in all traditions. `churchDay` has each tradition's own. */
export const SEASONS = ["advent", "christmas", "lent", "easter", "pentecost", "ordinary"] as const;
export type Season = (typeof SEASONS)[number];

/** YYYY-MM-DD of a month and day, "12-25". */
export const dateInYear = (year: number, date: string): string => `${String(year).padStart(4, "0")}-${date}`;
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** Caches a function of the year for the first 200 years asked for. */
function memoizeByYear(compute: (year: number) => string): (year: number) => string {
  const cache = new Map<number, string>();
  return (year) => {
    const cached = cache.get(year);
    if (cached) return cached;
    const result = compute(year);
    if (cache.size < 200) cache.set(year, result);
    return result;
  };
}

/** Easter Day in the Gregorian calendar, by the Meeus/Jones/Butcher algorithm. */
export const easterOf = memoizeByYear((year) => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = c % 4;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dateInYear(year, `${twoDigits(Math.floor(sum / 31))}-${twoDigits((sum % 31) + 1)}`);
});

/** The first Sunday of Advent: the fourth Sunday before Christmas Day. */
export const adventOf = memoizeByYear((year) => {
  const christmas = dateInYear(year, "12-25");
  return addDays(christmas, -(weekdayOf(christmas) || 7) - 21);
});

/** The season of a day. Christmas lasts through Epiphany, Pentecost one week. */
export function seasonOf(date: string): Season {
  const year = Number(date.slice(0, 4));
  if (date >= dateInYear(year, "12-25") || date <= dateInYear(year, "01-06")) return "christmas";
  if (date >= adventOf(year)) return "advent";
  const fromEaster = daysBetween(easterOf(year), date);
  if (fromEaster >= 56 || fromEaster < -46) return "ordinary";
  if (fromEaster >= 49) return "pentecost";
  return fromEaster >= 0 ? "easter" : "lent";
}

/** First and last day, both inclusive. */
export type Span = { from: string; to: string };

export const SEASON_NAMES: Record<Season, string> = {
  advent: t("Advent"),
  christmas: t("Christmas"),
  lent: t("Lent"),
  easter: t("Easter"),
  pentecost: t("Pentecost"),
  ordinary: t("Ordinary time"),
};

/** Spans of a season within one civil year, latest first. Must agree with `seasonOf`. */
function seasonSpansInYear(season: Season, year: number): Span[] {
  const on = (date: string) => dateInYear(year, date);
  const [easter, advent] = [easterOf(year), adventOf(year)];
  const span = (from: string, to: string): Span => ({ from, to });
  switch (season) {
    case "advent":
      return [span(advent, on("12-24"))];
    case "christmas":
      return [span(on("12-25"), on("12-31")), span(on("01-01"), on("01-06"))];
    case "lent":
      return [span(addDays(easter, -46), addDays(easter, -1))];
    case "easter":
      return [span(easter, addDays(easter, 48))];
    case "pentecost":
      return [span(addDays(easter, 49), addDays(easter, 55))];
    case "ordinary":
      return [span(addDays(easter, 56), addDays(advent, -1)), span(on("01-07"), addDays(easter, -47))];
  }
}

/** Spans of a season, clipped to the given days, latest first. */
export function seasonSpans(season: Season, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (let year = Number(to.slice(0, 4)); year >= Number(from.slice(0, 4)); year--)
    for (const span of seasonSpansInYear(season, year)) {
      const cut = { from: span.from > from ? span.from : from, to: span.to < to ? span.to : to };
      if (cut.from <= cut.to) spans.push(cut);
    }
  return spans;
}

/** Zero-based number of a day within its season. */
export function dayOfSeason(date: string): number {
  const year = Number(date.slice(0, 4));
  const season = seasonOf(date);
  // The Christmas season spans two civil years.
  if (season === "christmas" && date.slice(5) < "02") return daysBetween(dateInYear(year - 1, "12-25"), date);
  const span = seasonSpansInYear(season, year).find(({ from, to }) => from <= date && date <= to);
  return span ? daysBetween(span.from, date) : 0;
}

/** Date rule: a month and day, days after Easter or the first Sunday of Advent, or a Sunday. */
export type DateRule =
  | { on: string }
  | { easter: number }
  | { advent: number }
  | {
      /** The first Sunday on or after this date. */
      sunday: string;
      /** Latest date of that Sunday; after it, `else` applies. */
      until?: string;
      else?: DateRule;
      /** Days after that Sunday. */
      plus?: number;
    };

export function resolveDateRule(rule: DateRule, year: number): string {
  if ("on" in rule) return dateInYear(year, rule.on);
  if ("easter" in rule) return addDays(easterOf(year), rule.easter);
  if ("advent" in rule) return addDays(adventOf(year), rule.advent);
  const from = dateInYear(year, rule.sunday);
  const sunday = addDays(from, (7 - weekdayOf(from)) % 7);
  if (rule.until && rule.else && sunday > dateInYear(year, rule.until))
    return resolveDateRule(rule.else, year);
  return rule.plus ? addDays(sunday, rule.plus) : sunday;
}

export const CALENDAR_TRADITIONS = ["ecumenical", "roman", "anglican", "lutheran"] as const;

/** Church traditions a member can choose: each has its own calendar and names of days. */
export const TRADITIONS = [...CALENDAR_TRADITIONS, "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: t("Ecumenical"),
  roman: t("Roman Catholic"),
  anglican: t("Anglican"),
  lutheran: t("Lutheran"),
  none: t("None"),
};

/** A calendar and whether it celebrates Ascension, Epiphany and Corpus Christi on a Sunday. */
export type CalendarChoice = { tradition: (typeof CALENDAR_TRADITIONS)[number]; feastsOnSunday: boolean };

/** Calendar for a member's settings; without a tradition the ecumenical one. */
export function calendarChoice(chosen: { tradition?: Tradition; feastsOnSunday?: boolean }): CalendarChoice {
  const { tradition = "ecumenical", feastsOnSunday = false } = chosen;
  return { tradition: tradition === "none" ? "ecumenical" : tradition, feastsOnSunday };
}
