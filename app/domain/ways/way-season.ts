import { dateInWords, daysBetween, weekdayName } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import type { Way } from "./way";
import { runNear } from "./way-days";

/** How near a way is: those that can be prayed now come first, then by the days until they begin. */
export type Nearness = { days: number; words: string };

/** From when on a season's way is near. */
const NEAR = 7;

/** When a way can be prayed, in words; `date` is today. */
export function nearness(way: Way, date: string): Nearness {
  if (way.begins === "any") return { days: NEAR, words: t("At any time") };
  const run = runNear(way, date);
  if (!run) return { days: Infinity, words: t("Its days are over") };
  const days = daysBetween(date, run.first);
  if (days <= 0)
    return { days: 0, words: t("These are its days, until {last}", { last: dateInWords(run.last) }) };
  if (days === 1) return { days, words: t("Begins tomorrow") };
  if (days < NEAR) return { days, words: t("Begins on {weekday}", { weekday: weekdayName(run.first) }) };
  return { days: NEAR + days, words: t("Begins on {day}", { day: dateInWords(run.first) }) };
}

/** The date of a day of a season's way in its run that is now or comes next. */
export function dateOfDay(way: Way, day: number, date: string): string | undefined {
  return [...(runNear(way, date)?.days ?? [])].find(([, number]) => number === day)?.[0];
}

/** Whether a way can still be begun: one with a date is over when it is over. */
export const isWayOver = (way: Way, date: string): boolean =>
  way.begins !== "any" && runNear(way, date) === undefined;
