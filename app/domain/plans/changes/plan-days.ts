import { startOfDay } from "~/domain/calendar/instants";
import { addDays, localMoment } from "~/domain/calendar/local-day";

/**
 * When a gift of `days` days that begins at `start` ends: at midnight of the person's own clocks, after that many days
 * have been whole. What begins at midnight has exactly that many.
 */
export function endAfterDays(start: Date, days: number, zone: string): Date {
  const { date } = localMoment(start, zone);
  const isMidnight = startOfDay(date, zone).getTime() === start.getTime();
  return startOfDay(addDays(date, isMidnight ? days : days + 1), zone);
}

/** The last day of a plan that ends at `end`. */
export function lastDayOfPlan(end: Date, zone: string): string {
  return localMoment(new Date(end.getTime() - 1), zone).date;
}

/** The same day and time of a later month in UTC; the last day of that month where it has no such day. */
export function monthsLater(moment: Date, months: number): Date {
  const next = new Date(moment);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(moment.getUTCDate(), days));
  return next;
}
