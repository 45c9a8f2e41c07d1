import type { Prompt } from "~/domain/journal/prompts/prompt-library.state";
import {
  SET_ANSWERS,
  SET_KINDS,
  type KindOfSet,
  type Prayer,
  type PromptSetKey,
} from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import type { Tier } from "~/domain/member/tiers";
import type { PlaceOnWay } from "~/domain/ways/walk";

/** The fields of questions of one's own, by their place among them. */
export const OWN_ANSWERS = [
  "ownFirst",
  "ownSecond",
  "ownThird",
  "ownFourth",
  "ownFifth",
  "ownSixth",
] as const;

/** The fields of the questions that a day of a way asks. */
export const WAY_ANSWERS = ["wayFirst", "waySecond", "wayThird"] as const;

/** Every answer key that a form of a slot may carry. */
export const ANSWER_KEYS = [...SET_ANSWERS, ...OWN_ANSWERS, ...WAY_ANSWERS];
export type AnswerKey = (typeof ANSWER_KEYS)[number];

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
  /** Shown before its questions. */
  lead: string;
  /** Shown after them. */
  after?: string;
  fields: FlowField[];
};

/** The day of a way that a reflection is, with what is read before and after its questions. */
export type FlowWay = PlaceOnWay & { point: string; closing: string; writer: string; language: string };

/** What a person is led through: one page of questions, or movements one by one, with a passage in view. */
export type Flow = {
  /** "own": put together by the person; "way": a day of a way. */
  promptSet: PromptSetKey | "own" | "way";
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
  way?: FlowWay;
};

/** Whose reflection it is. */
export type FlowPerson = {
  id: number;
  subscriptionTier: Tier;
  promptSetPreference: PromptSetKey;
  prayer: Prayer;
};

/** What was settled earlier for a reflection: by its draft, by changing a question, or in the address. */
export type FlowChoice = {
  promptSet?: PromptSetKey;
  passageRef?: string;
  prompt?: Prompt;
  pack?: string;
  /** The name of the questions that a draft was begun with. */
  begun?: string;
};

export type SetKind = KindOfSet<PromptSetKey>;
/** The shapes an entry can have, as they are stored and as addresses filter by them: those of the prompt sets, and a free page. */
export type EntryKind = SetKind | "free";
export const ENTRY_KINDS: readonly EntryKind[] = [...SET_KINDS, "free"];
