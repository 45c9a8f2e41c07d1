import { addDays, daysBetween, isDay } from "~/domain/calendar/local-day";
import { seasonOf, type Season } from "~/domain/church-year/church-year";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
import { t } from "~/i18n/t";

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
const SHORTEST = 12;

/** The season that `date` lies in, as far as `today`. */
export function seasonSpan(date: string, today: string): SeasonSpan {
  const season = seasonOf(date);
  let from = date;
  while (seasonOf(addDays(from, -1)) === season) from = addDays(from, -1);
  let to = date;
  while (to < today && seasonOf(addDays(to, 1)) === season) to = addDays(to, 1);
  const running = to === today && seasonOf(addDays(today, 1)) === season;
  return { key: `${season}-${from}`, season, from, to, name: nameOf(season, from), running };
}

/** "Lent 2026"; Christmas and the time before Lent are named by the year they lead into. */
function nameOf(season: Season, from: string): string {
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
    if (daysBetween(span.from, span.to) + 1 >= SHORTEST) spans.push(span);
    date = addDays(span.from, -1);
  }
  return spans;
}

/** The season that a key in an address names; undefined for an unknown key or a season that has not begun. */
export function seasonNamed(key: string, today: string): SeasonSpan | undefined {
  const from = key.slice(-10);
  if (!isDay(from) || from > today || from < addDays(today, -3_700)) return undefined;
  const span = seasonSpan(from, today);
  return span.key === key ? span : undefined;
}
