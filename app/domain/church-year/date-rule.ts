import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { adventOf, dayOfYear, easterOf } from "./church-year";

/** When a day of the Church's year falls: a date, a number of days from Easter or Advent, or a certain Sunday. */
export type DateRule =
  | { on: string }
  | { easter: number }
  | { advent: number }
  | {
      /** The Sunday on or after this date … */
      sunday: string;
      /** … if it comes no later than this one, … */
      until?: string;
      /** … else on this day. */
      else?: DateRule;
      /** Days after that Sunday. */
      plus?: number;
    };

/** The day that a rule means in a year. */
export function dayFor(rule: DateRule, year: number): string {
  if ("on" in rule) return dayOfYear(year, rule.on);
  if ("easter" in rule) return addDays(easterOf(year), rule.easter);
  if ("advent" in rule) return addDays(adventOf(year), rule.advent);
  const from = dayOfYear(year, rule.sunday);
  const sunday = addDays(from, (7 - weekdayOf(from)) % 7);
  if (rule.until && rule.else && sunday > dayOfYear(year, rule.until)) return dayFor(rule.else, year);
  return rule.plus ? addDays(sunday, rule.plus) : sunday;
}
