import { addDays, dateInWords, daysBetween, isDay, localMoment, weekdayOf } from "~/domain/journal/local-day";

/** A person's weeks, by the day with which they begin (0 is Sunday). Days are local, "YYYY-MM-DD". */

/** The first day of the week that `date` lies in. */
export function weekOf(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

/** The last week that is over, by its first day. */
export function lastFullWeek(today: string, weekStart: number): string {
  return addDays(weekOf(today, weekStart), -7);
}

export const lastDayOf = (weekStartDay: string): string => addDays(weekStartDay, 6);

/** Whether `date` can be the first day of a week of this person's that is over or running. */
export function isWeekStart(date: string, today: string, weekStart: number): boolean {
  return isDay(date) && weekdayOf(date) === weekStart && date <= today;
}

/** The moment at which `date` begins in a zone; where midnight is skipped by a clock change, the first moment of the day. */
export function beginningOf(date: string, zone: string): Date {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const hour = 3_600_000;
  // No zone is further from UTC than 14 hours; between these bounds the day begins, and never goes back.
  let [before, after] = [utc - 15 * hour, utc + 15 * hour];
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2);
    if (daysBetween(date, localMoment(new Date(middle), zone).date) >= 0) after = middle;
    else before = middle;
  }
  return new Date(Math.round(after / 60_000) * 60_000);
}

/** When the running week ends, so that its insight can be made. */
export function endOfRunningWeek(today: string, weekStart: number, zone: string): Date {
  return beginningOf(addDays(weekOf(today, weekStart), 7), zone);
}

/** "15 to 21 November 2026" */
export function weekInWords(first: string): string {
  const last = lastDayOf(first);
  const end = dateInWords(last);
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))} to ${end}`;
  const start = dateInWords(first);
  return first.slice(0, 4) === last.slice(0, 4)
    ? `${start.replace(/ \d+$/, "")} to ${end}`
    : `${start} to ${end}`;
}
