import { addDays, formatDate, formatMonth, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import type { Slot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** Which slots of a day have entries; `free` is an entry without a slot. */
export type DayMarks = { morning: boolean; evening: boolean; free: boolean };
export type WrittenDay = { date: string; marks: DayMarks | null; /** Today or before. */ isPast: boolean };

/** Parses a month of the years 0001 to 8999, "2026-11"; undefined for any other text. */
export function parseMonth(text: string | null): string | undefined {
  return text && /^(?!0000)[0-8]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** Parses a year of four digits, up to 8999; undefined for any other text. */
export function parseYear(text: string | null): string | undefined {
  return text && /^(?!0000)[0-8]\d{3}$/.test(text) ? text : undefined;
}

/** The month `count` months later, or earlier when negative. */
export function addMonths(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}`;
}

export const firstDay = (month: string) => `${month}-01`;
export const lastDay = (month: string) => addDays(firstDay(addMonths(month, 1)), -1);

export function marksByDay(
  written: readonly { forDate: string; slot: Slot }[],
): ReadonlyMap<string, DayMarks> {
  const days = new Map<string, DayMarks>();
  for (const { forDate, slot } of written) {
    const marks = days.get(forDate) ?? { morning: false, evening: false, free: false };
    marks[slot === "none" ? "free" : slot] = true;
    days.set(forDate, marks);
  }
  return days;
}

/** A month in weeks that begin on `weekStart` (0 is Sunday); null for days of other months. */
export function monthGrid(
  month: string,
  days: ReadonlyMap<string, DayMarks>,
  today: string,
  weekStart = 0,
): (WrittenDay | null)[][] {
  const first = firstDay(month);
  const count = Number(lastDay(month).slice(8));
  const cells: (WrittenDay | null)[] = Array<null>((weekdayOf(first) - weekStart + 7) % 7).fill(null);
  for (let n = 0; n < count; n++) cells.push(dayOf(addDays(first, n), days, today));
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** A year with a row for each day of the month and a column for each month; null after the end of a shorter month. */
export function yearGrid(
  year: string,
  days: ReadonlyMap<string, DayMarks>,
  today: string,
): (WrittenDay | null)[][] {
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
  return Array.from({ length: 31 }, (_, row) =>
    months.map((month) => {
      const date = `${month}-${String(row + 1).padStart(2, "0")}`;
      return date <= lastDay(month) ? dayOf(date, days, today) : null;
    }),
  );
}

function dayOf(date: string, days: ReadonlyMap<string, DayMarks>, today: string): WrittenDay {
  return { date, marks: days.get(date) ?? null, isPast: date <= today };
}

/** "Friday, 20 November 2026: morning, evening" */
export function dayLabel({ date, marks }: WrittenDay): string {
  const what = marks
    ? [marks.morning && t("morning"), marks.evening && t("evening"), marks.free && t("free page")]
        .filter(Boolean)
        .join(", ")
    : t("nothing written");
  return t("{weekday}, {date}: {what}", { weekday: weekdayName(date), date: formatDate(date), what });
}

export const monthName = (month: string) => formatMonth(firstDay(month));
