import { dayInWords } from "~/domain/calendar/day-in-words";
import { utcDay } from "~/domain/calendar/utc";
import { seasonOf } from "~/domain/church-year/church-year";
import { seasonLine } from "~/domain/journal/entries/day-line";
import { HABIT_QUESTIONS, habitQuestionAt } from "~/domain/journal/prompt-sets/daily-habit/habit-questions";
import { USUAL_PRAYER } from "~/domain/member/prayer";
import { dailyPassage } from "~/domain/scripture/passages/daily-passage.server";
import { plannedPassage } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { now } from "~/platform/clock";

/** The day that everyone has who is not known: UTC’s. */
export const dayOfEveryone = (): string => utcDay(now());

/** What a day gives to everyone, without an account: the season's passage, and a question for the morning and for the evening. */
export function prayerOf(date: string) {
  const season = seasonOf(date);
  const question = (slot: "morning" | "evening") =>
    HABIT_QUESTIONS[season][slot][habitQuestionAt(slot, date, season)] ?? "";
  return {
    date,
    day: dayInWords(date),
    season: seasonLine(date, USUAL_PRAYER),
    passage:
      findPassage(plannedPassage({ ...USUAL_PRAYER, plan: "season", since: "" }, date)) ?? dailyPassage(date),
    questions: [question("morning"), question("evening")] as const,
  };
}
