import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { utcDay } from "~/domain/calendar/utc";
import { seasonOf } from "~/domain/church-year/church-year";
import { seasonLine } from "~/domain/journal/entries/day-line";
import { habitQuestionAt } from "~/domain/journal/prompt-sets/daily-habit/habit-questions";
import { USUAL_PRAYER } from "~/domain/member/prayer";
import { dailyPassage } from "~/domain/scripture/passages/daily-passage.server";
import { plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { sharedDay } from "~/domain/ways/shared-way.server";
import { now } from "~/platform/clock";

/** The day that everyone has who is not known: UTC’s. */
export const dayOfEveryone = (): string => utcDay(now());

/**
 * What a day gives to everyone, without an account: the season's passage, and a question for the morning and for the
 * evening; or the day of the way that the house prays together.
 */
export function prayerOf(date: string) {
  const season = seasonOf(date);
  const shared = sharedDay(date);
  const question = (slot: "morning" | "evening") =>
    HABIT_QUESTIONS[season][slot][habitQuestionAt(slot, date, season)] ?? "";
  return {
    date,
    day: dayInWords(date),
    season: seasonLine(date, USUAL_PRAYER),
    shared: shared && {
      way: shared.way,
      language: shared.language,
      title: shared.title,
      point: shared.point,
    },
    passage:
      (shared && findPassage(shared.passage)) ??
      findPassage(plannedPassage({ ...USUAL_PRAYER, plan: "season", since: "" }, date)) ??
      dailyPassage(date),
    questions: [
      shared?.questions[0] ?? question("morning"),
      shared?.questions[1] ?? question("evening"),
    ] as const,
  };
}
