import { addDays, daysBetween, weekdayOf } from "~/domain/calendar/local-day";

/**
 * The seasons that questions, passages and the history go by: the same six for everyone. What a tradition calls a day, and
 * its colour, is said by `churchDay`.
 */
export const SEASONS = ["advent", "christmas", "lent", "easter", "pentecost", "ordinary"] as const;
export type Season = (typeof SEASONS)[number];

/** "12-25" in a year. */
export const dayOfYear = (year: number, date: string): string => `${String(year).padStart(4, "0")}-${date}`;
const two = (number: number) => String(number).padStart(2, "0");

/** What all days of a year share is computed once. */
function oncePerYear(reckon: (year: number) => string): (year: number) => string {
  const known = new Map<number, string>();
  return (year) => {
    const before = known.get(year);
    if (before) return before;
    const found = reckon(year);
    if (known.size < 200) known.set(year, found);
    return found;
  };
}

/** Easter Day of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
export const easterOf = oncePerYear((year) => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = c % 4;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dayOfYear(year, `${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`);
});

/** The first Sunday of Advent: the fourth Sunday before Christmas Day. */
export const adventOf = oncePerYear((year) => {
  const christmas = dayOfYear(year, "12-25");
  return addDays(christmas, -(weekdayOf(christmas) || 7) - 21);
});

/** The season that a day lies in: the twelve days of Christmas end with Epiphany, and Pentecost has its week. */
export function seasonOf(date: string): Season {
  const year = Number(date.slice(0, 4));
  if (date >= dayOfYear(year, "12-25") || date <= dayOfYear(year, "01-06")) return "christmas";
  if (date >= adventOf(year)) return "advent";
  const fromEaster = daysBetween(easterOf(year), date);
  if (fromEaster >= 56 || fromEaster < -46) return "ordinary";
  if (fromEaster >= 49) return "pentecost";
  return fromEaster >= 0 ? "easter" : "lent";
}
