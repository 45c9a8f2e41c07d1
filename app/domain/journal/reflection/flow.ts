import type { AnswerKey } from "~/domain/journal/entries/answer-keys";
import type { EntryKind } from "~/domain/journal/entries/entry-kind";
import type { Prompt } from "~/domain/journal/prompts/prompt-library";
import type { Prayer } from "~/domain/member/prayer";
import type { DaySlot } from "~/domain/member/prayer-times";
import { effectivePromptSet, type PromptSet } from "~/domain/member/prompt-set";
import type { Tier } from "~/domain/member/tiers";
import {
  effectivePlan,
  plannedPassage,
  plannedPsalm,
  seasonOn,
} from "~/domain/scripture/passages/passage-plan";
import { dailyHabit } from "./daily-habit";
import { chosenPack, examen } from "./examen";
import { lectio } from "./lectio";
import { promptPage } from "./random-prompt";

/** One question of a reflection; its key is the name of the field. */
export type FlowField = {
  key: AnswerKey;
  label: string;
  hint?: string;
  optional?: boolean;
  size?: "line" | "short" | "medium";
};

/** One movement of a reflection that has several. */
export type FlowStep = {
  key: string;
  /** "Lectio" */
  name: string;
  /** "Read" */
  meaning: string;
  /** What is said before its questions. */
  lead: string;
  /** What is said after them. */
  after?: string;
  fields: FlowField[];
};

/** What a person is led through: one page of questions, or movements one by one, with a passage in view. */
export type Flow = {
  /** "own": put together by the person. */
  promptSet: PromptSet | "own";
  kind: EntryKind;
  slot: DaySlot;
  forDate: string;
  title: string;
  passageRef: string;
  fields: FlowField[];
  /** Empty where everything is on one page by nature. */
  steps: FlowStep[];
  /** Names the variants that were shown. */
  promptIds: string[];
};

/** Whose reflection it is. */
export type FlowPerson = {
  id: number;
  subscriptionTier: Tier;
  promptSetPreference: PromptSet;
  prayer: Prayer;
};

/** What has been settled for a reflection before: by its draft, by changing a question, or in the address. */
export type FlowChoice = {
  promptSet?: PromptSet;
  passageRef?: string;
  prompt?: Prompt;
  pack?: string;
  /** The name of the questions that a draft was begun with. */
  begun?: string;
};

/** The prompt set of a reflection: what was begun continues where the plan still allows it, else the person's own. */
export function promptSetFor(person: FlowPerson, begun?: PromptSet): PromptSet {
  const { subscriptionTier: tier, promptSetPreference } = person;
  if (begun && effectivePromptSet(tier, begun) === begun) return begun;
  return effectivePromptSet(tier, promptSetPreference);
}

/** The reflection of a person for a slot of a day: the same at every visit. */
export function flowFor(person: FlowPerson, slot: DaySlot, date: string, choice: FlowChoice = {}): Flow {
  const { passagePlan, planSince, showSeason, examenPack } = person.prayer;
  const season = seasonOn(date, showSeason);
  const plan = effectivePlan(person.subscriptionTier, passagePlan);
  const planned = () =>
    choice.passageRef ||
    (slot === "morning"
      ? plannedPassage({ ...person.prayer, plan, since: planSince }, date)
      : plannedPsalm({ plan }, date));
  switch (promptSetFor(person, choice.promptSet)) {
    case "lectio_examen":
      return slot === "morning"
        ? lectio(person.id, date, planned(), choice.begun)
        : examen(person.id, date, season, choice.pack ?? chosenPack(examenPack, date), planned());
    case "random_prompts":
      // Without a question in hand the quiet daily page is better than none.
      if (choice.prompt) return promptPage(slot, date, choice.prompt, planned());
      return dailyHabit(slot, date, season, person.prayer, choice.begun);
    case "daily_habit":
      return dailyHabit(slot, date, season, person.prayer, choice.begun);
  }
}
