import { monthInWords } from "~/domain/calendar/local-day";
import { seasonOf, type Season } from "~/domain/church-year/church-year";
import { SEASON_NAMES } from "~/domain/church-year/season-days";

/** The twelve days of Christmas span two years; they are named after the one they began in. */
const yearOf = (day: string, season: Season) =>
  Number(day.slice(0, 4)) - (season === "christmas" && day.slice(5, 7) === "01" ? 1 : 0);

/** "Lent 2026"; the month alone for people who do not follow the seasons. */
function seasonHeading(day: string, withSeason: boolean): string {
  if (!withSeason) return monthInWords(day);
  const season = seasonOf(day);
  return `${SEASON_NAMES[season]} ${yearOf(day, season)}`;
}

/** Neighbours of one season under its name, in the order given. */
export function bySeason<T extends { laidOn: string | null }>(
  items: readonly T[],
  withSeason: boolean,
): { heading: string; items: T[] }[] {
  const groups: { heading: string; items: T[] }[] = [];
  for (const item of items) {
    const heading = seasonHeading(item.laidOn ?? "", withSeason);
    const last = groups.at(-1);
    if (last?.heading === heading) last.items.push(item);
    else groups.push({ heading, items: [item] });
  }
  return groups;
}
