import { churchLine, churchName, followedBy } from "~/domain/church-year/traditions";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { dateInWords, weekdayName } from "~/domain/calendar/local-day";
import type { Prayer } from "~/domain/member/prayer";

type Chosen = Pick<Prayer, "showSeason"> & Partial<Pick<Prayer, "tradition" | "feastsOnSunday">>;

/** "Saturday of the 25th week after Pentecost, green"; the weekday alone for people who do not follow the seasons. */
export function seasonLine(date: string, chosen: Chosen): string {
  return chosen.showSeason ? churchLine(date, followedBy(chosen)) : weekdayName(date);
}

/** "Saturday, 21 November 2026 · 25th week after Pentecost" */
export function dayName(date: string, chosen: Chosen): string {
  return chosen.showSeason
    ? `${dayInWords(date)} · ${churchName(date, followedBy(chosen))}`
    : dayInWords(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green"; an entry's day keeps the name it was kept with. */
export function dayLine(date: string, chosen: Chosen, kept?: string): string {
  return `${dateInWords(date)} · ${kept || seasonLine(date, chosen)}`;
}
