import { dateInWords, isDay, weekdayOf } from "~/domain/calendar/local-day";
import { dayAndMonth, MONTHS, WEEKDAYS } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";

/** When an intention comes (docs/product.md#people-and-intentions). */
export const RECURRENCES = ["turn", "daily", "weekdays", "until", "yearly"] as const;

/** A rhythm with days of its own; everything else waits for its turn. */
export type FixedRecurrence =
  | { kind: "daily" }
  /** 0 is Sunday. */
  | { kind: "weekdays"; weekdays: number[] }
  /** Every day up to this one, which is included. */
  | { kind: "until"; until: string }
  /** MM-DD; for someone who has died also All Souls, unless they want this day alone. */
  | { kind: "yearly"; day: string; dayOnly: boolean };
export type Recurrence = { kind: "turn" } | FixedRecurrence;

/** All Souls, the day of all who have died. */
const ALL_SOULS = "11-02";

/** Whether MM-DD exists in any year. */
export const isAnnualDate = (text: string) => /^\d{2}-\d{2}$/.test(text) && isDay(`2024-${text}`);

const isLeap = (year: number) => isDay(`${String(year).padStart(4, "0")}-02-29`);

/** The day of a year that keeps MM-DD: the 28th stands in for 29 February in common years. */
const keptOn = (yearDay: string, date: string) =>
  yearDay === "02-29" && !isLeap(Number(date.slice(0, 4))) ? "02-28" : yearDay;

/** Whether a day is one of a rhythm's own. */
export function occursOn(rhythm: FixedRecurrence, date: string): boolean {
  switch (rhythm.kind) {
    case "daily":
      return true;
    case "weekdays":
      return rhythm.weekdays.includes(weekdayOf(date));
    case "until":
      return date <= rhythm.until;
    case "yearly":
      return date.slice(5) === keptOn(rhythm.day, date) || (!rhythm.dayOnly && date.slice(5) === ALL_SOULS);
  }
}

/** Every MM-DD that a yearly rhythm may fall on. */
export function annualDatesOf(rhythm: FixedRecurrence): string[] {
  if (rhythm.kind !== "yearly") return [];
  return [rhythm.day, ...(rhythm.day === "02-29" ? ["02-28"] : []), ALL_SOULS];
}

/** Whether two rhythms are the same. */
export const isSameRecurrence = (a: Recurrence, b: Recurrence) => JSON.stringify(a) === JSON.stringify(b);

/** Whether its last day is over. */
export const isExpired = (rhythm: Recurrence, today: string) =>
  rhythm.kind === "until" && rhythm.until < today;

/** "In turn", "Every Monday and Friday", "Until 26 November 2026", "Each year on 3 March and on All Souls" */
export function describeRecurrence(rhythm: Recurrence): string {
  switch (rhythm.kind) {
    case "turn":
      return t("In turn");
    case "daily":
      return t("Every day");
    case "weekdays":
      return t("On {days}", { days: rhythm.weekdays.map((at) => WEEKDAYS[at] ?? "").join(", ") });
    case "until":
      return t("Every day until {day}", { day: dateInWords(rhythm.until) });
    case "yearly": {
      const [month = 1, date = 1] = rhythm.day.split("-").map(Number);
      const day = dayAndMonth(date, MONTHS[month - 1] ?? "");
      return rhythm.dayOnly
        ? t("Each year on {day}", { day })
        : t("Each year on {day} and on All Souls", { day });
    }
  }
}
