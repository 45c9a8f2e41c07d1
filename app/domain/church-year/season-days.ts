import { addDays, daysBetween } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { adventOf, easterOf, seasonOf, type Season } from "./church-year";

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
function spansIn(season: Season, year: number): Span[] {
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
export function spansOf(season: Season, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (let year = Number(to.slice(0, 4)); year >= Number(from.slice(0, 4)); year--)
    for (const span of spansIn(season, year)) {
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
  const span = spansIn(season, year).find(({ from, to }) => from <= date && date <= to);
  return span ? daysBetween(span.from, date) : 0;
}
