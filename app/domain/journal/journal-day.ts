import type { Prayer } from "~/domain/accounts/member";
import { churchDay } from "~/domain/scripture/church-year";
import { dateInWords, weekdayName } from "./local-day";

/** "Saturday, week 25 after Pentecost, green"; the weekday alone for whoever does not follow the seasons. */
export function seasonLine(date: string, { showSeason }: Pick<Prayer, "showSeason">): string {
  return showSeason ? churchDay(date).line : weekdayName(date);
}

/** "21 November 2026 · Saturday, week 25 after Pentecost, green" */
export function dayLine(date: string, prayer: Pick<Prayer, "showSeason">): string {
  return `${dateInWords(date)} · ${seasonLine(date, prayer)}`;
}
