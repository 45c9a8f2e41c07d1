import { ADVENT } from "~/content/questions/advent";
import { CHRISTMAS } from "~/content/questions/christmas";
import { EASTER } from "~/content/questions/easter";
import { LENT } from "~/content/questions/lent";
import { ORDINARY } from "~/content/questions/ordinary";
import { PENTECOST } from "~/content/questions/pentecost";
import type { SeasonQuestions } from "~/content/questions/season-questions";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import type { Season } from "~/domain/church-year/church-year";
import type { DaySlot } from "~/domain/member/prayer-times";

/** The question of the daily habit that changes: the third of the morning, and the line below "A moment of grace". */
export const HABIT_QUESTIONS: Record<Season, SeasonQuestions> = {
  advent: ADVENT,
  christmas: CHRISTMAS,
  lent: LENT,
  easter: EASTER,
  pentecost: PENTECOST,
  ordinary: ORDINARY,
};

/** Weeks are counted from this Sunday. */
const EPOCH = "2023-12-31";

/** Which question a day has: its weekday's, of the weeks that come round in turn. */
export function habitQuestionAt(slot: DaySlot, date: string, season: Season): number {
  const weeks = HABIT_QUESTIONS[season][slot].length / 7;
  const week = Math.floor(daysBetween(EPOCH, date) / 7) % weeks;
  return (week < 0 ? week + weeks : week) * 7 + weekdayOf(date);
}
