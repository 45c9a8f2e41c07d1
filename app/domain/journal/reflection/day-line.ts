import { churchLine, churchName } from "~/domain/church-year/traditions";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { dateInWords, weekdayName } from "~/domain/calendar/local-day";
import type { Prayer } from "~/domain/member/prayer";

type Followed = Pick<Prayer, "showSeason"> & Partial<Pick<Prayer, "tradition">>;

/** "Saturday of the 25th week after Pentecost, green"; the weekday alone for people who do not follow the seasons. */
export function seasonLine(date: string, { showSeason, tradition = "ecumenical" }: Followed): string {
  return showSeason ? churchLine(date, tradition) : weekdayName(date);
}

/** "Saturday, 21 November 2026 · 25th week after Pentecost" */
export function dayName(date: string, { showSeason, tradition = "ecumenical" }: Followed): string {
  return showSeason ? `${dayInWords(date)} · ${churchName(date, tradition)}` : dayInWords(date);
}

/** "21 November 2026 · Saturday of the 25th week after Pentecost, green" */
export function dayLine(date: string, prayer: Followed): string {
  return `${dateInWords(date)} · ${seasonLine(date, prayer)}`;
}
