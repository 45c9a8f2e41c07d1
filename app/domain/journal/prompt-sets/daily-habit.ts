import HABIT_QUESTIONS from "~/content/questions/daily-habit.yaml";
import { SEASONS, type Season } from "~/domain/calendar/church-year";
import { daysBetween, weekdayOf } from "~/domain/calendar/local-day";
import {
  CORE_PROMPTS,
  LIBRARY,
  promptNamed,
  type Prompt,
} from "~/domain/journal/prompts/prompt-library.state";
import type { DaySlot } from "~/domain/member/prayer-times";
import { dailyVerse, type FollowedSeasons } from "~/domain/scripture/passages/passage-plan";
import { t } from "~/i18n/t";
import type { Flow, PromptContext, PromptSetOf } from "./prompt-set";

/** Weeks are counted from this Sunday. */
const EPOCH = "2023-12-31";

/**
 * The index of a day's question: by weekday, in a cycle of weeks.
 * @internal Exported for tests.
 */
export function habitQuestionAt(slot: DaySlot, date: string, season: Season): number {
  const weeks = HABIT_QUESTIONS[season][slot].length / 7;
  const week = Math.floor(daysBetween(EPOCH, date) / 7) % weeks;
  return (week < 0 ? week + weeks : week) * 7 + weekdayOf(date);
}

const VARIANT = {
  morning: /^habit\.morning\.(\w+)\.(\d{1,2})$/,
  evening: /^habit\.evening\.(\w+)\.(\d{1,2})$/,
};

/**
 * The flow of the daily habit: fixed questions, and one that changes with day and season. `draftVariant` keeps the
 * question of a draft.
 */
export function dailyHabit(
  slot: DaySlot,
  forDate: string,
  season: Season,
  chosen?: FollowedSeasons,
  draftVariant?: string,
  passageRef?: string,
): Flow {
  const [, draftSeason, number] = VARIANT[slot].exec(draftVariant ?? "") ?? [];
  const usedSeason = SEASONS.find((known) => known === draftSeason) ?? season;
  const questions = HABIT_QUESTIONS[usedSeason][slot];
  const at = number ? Number(number) % questions.length : habitQuestionAt(slot, forDate, usedSeason);
  const question = questions[at] ?? "";
  const shared = { promptSet: "daily_habit", kind: "habit", slot, forDate } as const;
  const promptIds = [`habit.${slot}.${usedSeason}.${at}`];
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

/** The text of "habit.morning.lent.3". */
function questionNamed(id: string): string | undefined {
  const [set, slot, seasonName, day] = id.split(".");
  const season = SEASONS.find((known) => known === seasonName);
  if (set !== "habit" || !season) return undefined;
  const week = HABIT_QUESTIONS[season][slot === "morning" ? "morning" : "evening"];
  return week[Number(day)] ?? week[0];
}

/** Three short questions on one page; the default set. */
export const DAILY_HABIT: PromptSetOf<"daily_habit"> = {
  key: "daily_habit",
  name: t("Daily Habit"),
  text: t("Three short questions in the morning and in the evening, three to five minutes."),
  brief: t("three short questions"),
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
  morning: ({ date, season, person, draftVariant, passageRef }) =>
    dailyHabit("morning", date, season, person.prayer, draftVariant, passageRef),
  evening: ({ date, season, person, draftVariant }) =>
    dailyHabit("evening", date, season, person.prayer, draftVariant),
  readsAlong: false,
  drawsPrompt: false,
  questionNamed,
};

/** A page with one question of the library or of the member's own. */
function promptPage(slot: DaySlot, forDate: string, { id, text }: Prompt, passageRef: string): Flow {
  return {
    promptSet: "random_prompts",
    kind: "prompt",
    slot,
    forDate,
    title: slot === "morning" ? t("Morning reflection") : t("Evening reflection"),
    passageRef,
    promptIds: [id],
    steps: [],
    fields: [{ key: "answer", label: text, size: "medium" }],
  };
}

/** Falls back to the daily habit if no question is available. */
const page = (slot: DaySlot) => (context: PromptContext) => {
  const { date, prompt, passage } = context;
  return prompt ? promptPage(slot, date, prompt, passage()) : DAILY_HABIT[slot](context);
};

/** One question, from the library and the member's own. */
export const RANDOM_PROMPTS: PromptSetOf<"random_prompts"> = {
  key: "random_prompts",
  name: t("Random Prompts"),
  text: t("One question at a time, from a large library."),
  brief: t("one question at a time"),
  notInPlan: null,
  inTable: {
    name: t("Random Prompts"),
    cell: ({ promptLibrary }) =>
      t("{count} questions, and your own", {
        count: (promptLibrary === "core" ? CORE_PROMPTS : LIBRARY).length,
      }),
  },
  parts: {
    answer: {
      name: t("A question from the library, a new one each day"),
      heading: t("Answer"),
      changes: true,
    },
  },
  kinds: { prompt: { name: t("Prompt") } },
  morning: page("morning"),
  evening: page("evening"),
  readsAlong: true,
  drawsPrompt: true,
  questionNamed: (id) => promptNamed(id)?.text,
};
