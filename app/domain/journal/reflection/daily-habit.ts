import { SEASONS, type Season } from "~/domain/church-year/church-year";
import type { DaySlot } from "~/domain/member/prayer-times";
import { dailyVerse, type FollowedSeasons } from "~/domain/scripture/passages/daily-verse";
import { t } from "~/i18n/t";
import type { Flow } from "./flow";
import { HABIT_QUESTIONS, habitQuestionAt } from "./habit-questions";

const BEGUN = {
  morning: /^habit\.morning\.(\w+)\.(\d{1,2})$/,
  evening: /^habit\.evening\.(\w+)\.(\d{1,2})$/,
};

/**
 * The fixed shape of the daily habit, of which one question changes with the day and the season. `begun` names the one that a
 * draft was begun with: it stays.
 */
export function dailyHabit(
  slot: DaySlot,
  forDate: string,
  season: Season,
  chosen?: FollowedSeasons,
  begun?: string,
): Flow {
  const [, begunSeason, number] = BEGUN[slot].exec(begun ?? "") ?? [];
  const asked = SEASONS.find((one) => one === begunSeason) ?? season;
  const questions = HABIT_QUESTIONS[asked][slot];
  const at = number ? Number(number) % questions.length : habitQuestionAt(slot, forDate, asked);
  const question = questions[at] ?? "";
  const shared = { promptSet: "daily_habit", kind: "habit", slot, forDate } as const;
  const promptIds = [`habit.${slot}.${asked}.${at}`];
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
