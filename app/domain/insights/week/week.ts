import { spanInWords } from "~/domain/calendar/day-in-words";
import { instantOf } from "~/domain/calendar/instants";
import { addDays, isDay, weekdayOf } from "~/domain/calendar/local-day";

/** A person's weeks, by the day they begin on (0 is Sunday). Days are local, "YYYY-MM-DD". */

/** The first day of the week that `date` lies in. */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** The last week that is over, by its first day. */
export function lastFullWeek(today: string, weekStart: number): string {
  return addDays(weekOf(today, weekStart), -7);
}

export const lastDayOf = (weekStartDay: string): string => addDays(weekStartDay, 6);

/** Whether `date` is the first day of a week that is over. */
export function isOverAndBegins(date: string, today: string, weekStart: number): boolean {
  return isDay(date) && weekdayOf(date) === weekStart && lastDayOf(date) < today;
}

/** When the current week ends and its insight can be made. */
export function endOfRunningWeek(today: string, weekStart: number, zone: string): Date {
  return instantOf(addDays(weekOf(today, weekStart), 7), "00:00", zone);
}

/** "15 to 21 November 2026" */
export function weekInWords(first: string): string {
  return spanInWords(first, lastDayOf(first));
}
