import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { SEASONS, type Season } from "~/domain/church-year/church-year";
import type { Flow } from "~/domain/journal/prompt-sets/flow-shape";
import type { PromptSetOf } from "~/domain/journal/prompt-sets/prompt-set";
import type { DaySlot } from "~/domain/member/prayer-times";
import { dailyVerse, type FollowedSeasons } from "~/domain/scripture/passages/daily-verse";
import { t } from "~/i18n/t";
import { habitQuestionAt } from "./habit-questions";

const BEGUN = {
  morning: /^habit\.morning\.(\w+)\.(\d{1,2})$/,
  evening: /^habit\.evening\.(\w+)\.(\d{1,2})$/,
};

/**
 * The fixed shape of the daily habit; one question changes with the day and the season. `begun` names the one that a
 * draft was begun with: it stays, and so does its passage.
 */
export function dailyHabit(
  slot: DaySlot,
  forDate: string,
  season: Season,
  chosen?: FollowedSeasons,
  begun?: string,
  passageRef?: string,
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
      passageRef: passageRef || dailyVerse(forDate, chosen),
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

/** "habit.morning.lent.3" by its words. */
function questionNamed(id: string): string | undefined {
  const [set, slot, named, day] = id.split(".");
  const season = SEASONS.find((one) => one === named);
  if (set !== "habit" || !season) return undefined;
  const week = HABIT_QUESTIONS[season][slot === "morning" ? "morning" : "evening"];
  return week[Number(day)] ?? week[0];
}

/** Three short questions on one page; the quiet set that everyone begins with. */
export const DAILY_HABIT: PromptSetOf<"daily_habit"> = {
  key: "daily_habit",
  name: t("Daily Habit"),
  text: t("Three short questions in the morning and in the evening, three to five minutes."),
  notInPlan: null,
  inTable: { name: t("Daily Habit, morning and evening") },
  parts: {
    thanks: { name: t("I thank God for…"), changes: false },
    presence: { name: t("Today I want to be present to…"), changes: false },
    question: { name: t("The morning question, a new one each day"), changes: true },
    grace: { name: t("A moment of grace, with the evening question"), changes: true },
    heavy: { name: t("What was heavy"), changes: false },
    ask: { name: t("For tomorrow I ask…"), changes: false },
  },
  kinds: {
    habit: {
      name: t("Daily habit"),
      entry: (slot) => (slot === "morning" ? t("Morning reflection") : t("Evening reflection")),
    },
  },
  morning: ({ date, season, person, begun, passageRef }) =>
    dailyHabit("morning", date, season, person.prayer, begun, passageRef),
  evening: ({ date, season, person, begun }) => dailyHabit("evening", date, season, person.prayer, begun),
  readsAlong: false,
  drawsPrompt: false,
  questionNamed,
};
