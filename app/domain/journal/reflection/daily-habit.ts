import type { Season } from "~/domain/church-year/church-year";
import { dailyVerse, type FollowedSeasons } from "~/domain/scripture/daily-verse";
import type { Flow } from "./flow";
import { EVENING_QUESTIONS, MORNING_QUESTIONS } from "./habit-questions";
import { weekdayOf } from "~/domain/calendar/local-day";
import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** The fixed shape of the daily habit, of which one question turns with weekday and season. */
export function dailyHabit(slot: DaySlot, forDate: string, season: Season, chosen?: FollowedSeasons): Flow {
  const weekday = weekdayOf(forDate);
  const variants = (slot === "morning" ? MORNING_QUESTIONS : EVENING_QUESTIONS)[season];
  const question = variants[weekday] ?? variants[0];
  const shared = { promptSet: "daily_habit", kind: "habit", slot, forDate } as const;
  const promptIds = [`habit.${slot}.${season}.${weekday}`];
  if (slot === "morning") {
    return {
      ...shared,
      steps: [],
      title: t("Morning reflection"),
      passageRef: dailyVerse(forDate, chosen),
      promptIds,
      fields: [
        { key: "thanks", label: t("I thank God for…") },
        { key: "presence", label: t("Today I want to be present to…") },
        { key: "question", label: question },
      ],
    };
  }
  return {
    ...shared,
    steps: [],
    title: t("Evening reflection"),
    passageRef: "",
    promptIds,
    fields: [
      { key: "grace", label: t("A moment of grace"), hint: question },
      { key: "heavy", label: t("What was heavy") },
      { key: "ask", label: t("For tomorrow I ask…") },
    ],
  };
}
