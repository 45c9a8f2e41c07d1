import { dateInWords, weekdayName } from "~/domain/calendar/local-day";
import { churchLine, followedBy } from "~/domain/church-year/traditions";
import type { Prayer } from "~/domain/member/prayer";

type Chosen = Pick<Prayer, "showSeason"> & Partial<Pick<Prayer, "tradition" | "feastsOnSunday">>;

/** "Saturday of the 25th week after Pentecost, green"; the weekday alone for people who do not follow the seasons. */
export function seasonLine(date: string, chosen: Chosen): string {
  return chosen.showSeason ? churchLine(date, followedBy(chosen)) : weekdayName(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green": a day that is being written for. */
export function dayLine(date: string, chosen: Chosen): string {
  return keptDayLine(date, seasonLine(date, chosen));
}

/**
 * The day of an entry, by the name stored with it. An entry without one, or from elsewhere, is not given one
 * afterwards: calendars and choices change, and what has been shown with an entry stays.
 */
export function keptDayLine(date: string, kept: string | undefined): string {
  return `${dateInWords(date)} · ${kept || weekdayName(date)}`;
}
