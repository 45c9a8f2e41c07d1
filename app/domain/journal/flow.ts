import { churchDay } from "~/domain/scripture/church-year";
import { dailyVerse } from "~/domain/scripture/daily-verse";
import { EVENING_QUESTIONS, MORNING_QUESTIONS } from "./habit-questions";
import type { EntryKind, PromptSet, Slot } from "./kinds";
import { weekdayOf } from "./local-day";

export type DaySlot = Exclude<Slot, "none">;

/** Every answer key that a form of a slot may carry (contract section 3). */
export const ANSWER_KEYS = ["thanks", "presence", "question", "grace", "heavy", "ask"] as const;
export type AnswerKey = (typeof ANSWER_KEYS)[number];

/** One question of a reflection; its key is the name of the field. */
export type FlowField = { key: AnswerKey; label: string; hint?: string };

/** What a person is led through: one page of questions, with a passage in view. */
export type Flow = {
  promptSet: PromptSet;
  kind: EntryKind;
  slot: DaySlot;
  forDate: string;
  title: string;
  passageRef: string;
  fields: FlowField[];
  /** Names the variants that were shown. */
  promptIds: string[];
};

/**
 * The reflection of a person for a slot of a day. The daily habit serves every prompt set until the others join here:
 * each is one more function from slot and day to a flow.
 */
export function flowFor(_member: { promptSetPreference: PromptSet }, slot: DaySlot, date: string): Flow {
  return dailyHabit(slot, date);
}

/** The fixed shape of the daily habit, of which one question turns with weekday and season. */
function dailyHabit(slot: DaySlot, forDate: string): Flow {
  const { season } = churchDay(forDate);
  const weekday = weekdayOf(forDate);
  const variants = (slot === "morning" ? MORNING_QUESTIONS : EVENING_QUESTIONS)[season];
  const question = variants[weekday] ?? variants[0];
  const shared = { promptSet: "daily_habit", kind: "habit", slot, forDate } as const;
  const promptIds = [`habit.${slot}.${season}.${weekday}`];
  if (slot === "morning") {
    return {
      ...shared,
      title: "Morning reflection",
      passageRef: dailyVerse(forDate),
      promptIds,
      fields: [
        { key: "thanks", label: "I thank God for…" },
        { key: "presence", label: "Today I want to be present to…" },
        { key: "question", label: question },
      ],
    };
  }
  return {
    ...shared,
    title: "Evening reflection",
    passageRef: "",
    promptIds,
    fields: [
      { key: "grace", label: "A moment of grace", hint: question },
      { key: "heavy", label: "What was heavy" },
      { key: "ask", label: "For tomorrow I ask…" },
    ],
  };
}

/** The key under which an unfinished reflection of a slot and day is kept; a free page has one of its own. */
export function draftKeyOf(slot: Slot, forDate: string): string {
  return slot === "none" ? "free" : `${slot}|${forDate}`;
}
