import { t } from "~/i18n/t";
import { addDays, daysBetween, weekdayOf } from "./local-day";

/**
 * The seasons that questions, passages and the history go by: the same six for everyone. What a tradition calls a day, and
 * its colour, is said by `churchDay`.
 */
export const SEASONS = ["advent", "christmas", "lent", "easter", "pentecost", "ordinary"] as const;
export type Season = (typeof SEASONS)[number];

/** "12-25" in a year. */
export const dateInYear = (year: number, date: string): string => `${String(year).padStart(4, "0")}-${date}`;
const two = (number: number) => String(number).padStart(2, "0");

/** What all days of a year share is computed once. */
function oncePerYear(reckon: (year: number) => string): (year: number) => string {
  const known = new Map<number, string>();
  return (year) => {
    const before = known.get(year);
    if (before) return before;
    const found = reckon(year);
    if (known.size < 200) known.set(year, found);
    return found;
  };
}

/** Easter Day of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
export const easterOf = oncePerYear((year) => {
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
  return dateInYear(year, `${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`);
});

/** The first Sunday of Advent: the fourth Sunday before Christmas Day. */
export const adventOf = oncePerYear((year) => {
  const christmas = dateInYear(year, "12-25");
  return addDays(christmas, -(weekdayOf(christmas) || 7) - 21);
});

/** The season that a day lies in: the twelve days of Christmas end with Epiphany, and Pentecost has its week. */
export function seasonOf(date: string): Season {
  const year = Number(date.slice(0, 4));
  if (date >= dateInYear(year, "12-25") || date <= dateInYear(year, "01-06")) return "christmas";
  if (date >= adventOf(year)) return "advent";
  const fromEaster = daysBetween(easterOf(year), date);
  if (fromEaster >= 56 || fromEaster < -46) return "ordinary";
  if (fromEaster >= 49) return "pentecost";
  return fromEaster >= 0 ? "easter" : "lent";
}

/** From the first day of a stretch to its last, both included. */
export type Span = { from: string; to: string };

export const SEASON_NAMES: Record<Season, string> = {
  advent: t("Advent"),
  christmas: t("Christmas"),
  lent: t("Lent"),
  easter: t("Easter"),
  pentecost: t("Pentecost"),
  ordinary: t("Ordinary time"),
};

/** The days of a season in one calendar year, the latest first: the same days that `churchDay` gives it. */
function seasonSpansInYear(season: Season, year: number): Span[] {
  const of = (text: string) => `${String(year).padStart(4, "0")}-${text}`;
  const [easter, advent] = [easterOf(year), adventOf(year)];
  const span = (from: string, to: string): Span => ({ from, to });
  switch (season) {
    case "advent":
      return [span(advent, of("12-24"))];
    case "christmas":
      return [span(of("12-25"), of("12-31")), span(of("01-01"), of("01-06"))];
    case "lent":
      return [span(addDays(easter, -46), addDays(easter, -1))];
    case "easter":
      return [span(easter, addDays(easter, 48))];
    case "pentecost":
      return [span(addDays(easter, 49), addDays(easter, 55))];
    case "ordinary":
      return [span(addDays(easter, 56), addDays(advent, -1)), span(of("01-07"), addDays(easter, -47))];
  }
}

/** The stretches of a season between two days, the latest first, cut where the days end. */
export function seasonSpans(season: Season, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (let year = Number(to.slice(0, 4)); year >= Number(from.slice(0, 4)); year--)
    for (const span of seasonSpansInYear(season, year)) {
      const cut = { from: span.from > from ? span.from : from, to: span.to < to ? span.to : to };
      if (cut.from <= cut.to) spans.push(cut);
    }
  return spans;
}

/** 0 on the first day of the season that a day lies in. */
export function dayOfSeason(date: string): number {
  const year = Number(date.slice(0, 4));
  const season = seasonOf(date);
  // Christmas goes over the turn of the year.
  if (season === "christmas" && date.slice(5) < "02")
    return daysBetween(`${String(year - 1).padStart(4, "0")}-12-25`, date);
  const span = seasonSpansInYear(season, year).find(({ from, to }) => from <= date && date <= to);
  return span ? daysBetween(span.from, date) : 0;
}

/** When a day of the Church's year falls: a date, a number of days from Easter or Advent, or a certain Sunday. */
export type DateRule =
  | { on: string }
  | { easter: number }
  | { advent: number }
  | {
      /** The Sunday on or after this date … */
      sunday: string;
      /** … if it comes no later than this one, … */
      until?: string;
      /** … else on this day. */
      else?: DateRule;
      /** Days after that Sunday. */
      plus?: number;
    };

/** The day that a rule means in a year. */
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
