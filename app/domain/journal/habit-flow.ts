import type { Season } from "~/domain/scripture/church-year";
import { dailyVerse } from "~/domain/scripture/daily-verse";
import { habitFlowWords } from "~/words/journal/habit-flow";
import type { Flow } from "./flow";
import { EVENING_QUESTIONS, MORNING_QUESTIONS } from "./habit-questions";
import { weekdayOf } from "./local-day";
import type { DaySlot } from "~/domain/member/prayer-times";

/** The fixed shape of the daily habit, of which one question turns with weekday and season (product 2.5). */
export function dailyHabit(slot: DaySlot, forDate: string, season: Season): Flow {
  const weekday = weekdayOf(forDate);
  const variants = (slot === "morning" ? MORNING_QUESTIONS : EVENING_QUESTIONS)[season];
  const question = variants[weekday] ?? variants[0];
  const shared = { promptSet: "daily_habit", kind: "habit", slot, forDate } as const;
  const promptIds = [`habit.${slot}.${season}.${weekday}`];
  if (slot === "morning") {
    return {
      ...shared,
      steps: [],
      title: habitFlowWords.morningReflection,
      passageRef: dailyVerse(forDate),
      promptIds,
      fields: [
        { key: "thanks", label: habitFlowWords.iThankGodFor },
        { key: "presence", label: habitFlowWords.todayIWantToBePresent },
        { key: "question", label: question },
      ],
    };
  }
  return {
    ...shared,
    steps: [],
    title: habitFlowWords.eveningReflection,
    passageRef: "",
    promptIds,
    fields: [
      { key: "grace", label: habitFlowWords.aMomentOfGrace, hint: question },
      { key: "heavy", label: habitFlowWords.whatWasHeavy },
      { key: "ask", label: habitFlowWords.forTomorrowIAsk },
    ],
  };
}
