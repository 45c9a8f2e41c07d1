import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import type { Season } from "~/domain/church-year/church-year";
import type { DaySlot } from "~/domain/member/prayer-times";

/** Weeks are counted from this Sunday. */
const EPOCH = "2023-12-31";

/** Which question a day has: its weekday's, of the weeks that come round in turn. */
export function habitQuestionAt(slot: DaySlot, date: string, season: Season): number {
  const weeks = HABIT_QUESTIONS[season][slot].length / 7;
  const week = Math.floor(daysBetween(EPOCH, date) / 7) % weeks;
  return (week < 0 ? week + weeks : week) * 7 + weekdayOf(date);
}
