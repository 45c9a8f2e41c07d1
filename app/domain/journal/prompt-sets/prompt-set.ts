import type { Season } from "~/domain/calendar/church-year";
import type { Prompt } from "~/domain/journal/prompts/prompt-library.state";
import type { Features, Tier } from "~/domain/member/plan";
import {
  PROMPT_SET_ANSWERS,
  PROMPT_SET_KINDS,
  type AnswerOfSet,
  type KindOfSet,
  type PlanOfSet,
  type PrayerSettings,
  type PromptSetKey,
} from "~/domain/member/prayer-settings";
import type { DaySlot, Slot } from "~/domain/member/prayer-times";
import type { WayDayRef } from "~/domain/ways/way";

/** The fields of the member's own questions, by their order. */
export const OWN_ANSWERS = [
  "ownFirst",
  "ownSecond",
  "ownThird",
  "ownFourth",
  "ownFifth",
  "ownSixth",
] as const;

/** The fields of the questions of a way's day. */
export const WAY_ANSWERS = ["wayFirst", "waySecond", "wayThird"] as const;

/** All answer keys of a reflection's form. */
export const ANSWER_KEYS = [...PROMPT_SET_ANSWERS, ...OWN_ANSWERS, ...WAY_ANSWERS];
export type AnswerKey = (typeof ANSWER_KEYS)[number];

/** One question of a reflection; its key is the name of the field. */
export type FlowField = {
  key: AnswerKey;
  label: string;
  hint?: string;
  optional?: boolean;
  size?: "line" | "short" | "medium";
};

/** One movement of a reflection with several pages. */
export type FlowStep = {
  key: string;
  /** "Lectio" */
  name: string;
  /** "Read" */
  meaning: string;
  /** Shown before the questions. */
  lead: string;
  /** Shown after the questions. */
  after?: string;
  fields: FlowField[];
};

/** The day of a way, with its texts before and after the questions. */
export type FlowWay = WayDayRef & { point: string; closing: string; writer: string; language: string };

/** A reflection's questions: one page of fields, or movements one by one, with a passage. */
export type Flow = {
  /** "own" is a custom layout, "way" a day of a way. */
  promptSet: PromptSetKey | "own" | "way";
  kind: EntryKind;
  slot: DaySlot;
  forDate: string;
  title: string;
  passageRef: string;
  fields: FlowField[];
  /** Empty for a reflection of one page. */
  steps: FlowStep[];
  /** Identify the questions, as drafts store them: a variant ("lectio.5"), a prompt, or the parts of a custom layout. */
  promptIds: string[];
  way?: FlowWay;
};

/** The member's settings that a reflection depends on. */
export type FlowPerson = {
  id: number;
  subscriptionTier: Tier;
  promptSetPreference: PromptSetKey;
  prayer: PrayerSettings;
};

/** Choices made earlier for a reflection: by its draft, by changing a question, or in the URL. */
export type FlowChoice = {
  promptSet?: PromptSetKey;
  passageRef?: string;
  prompt?: Prompt;
  pack?: string;
  /** The variant that a draft was begun with. */
  draftVariant?: string;
};

export type SetKind = KindOfSet<PromptSetKey>;
/** The kinds of entries, as stored and used in URLs: those of the prompt sets, and a free page. */
export type EntryKind = SetKind | "free";
export const ENTRY_KINDS: readonly EntryKind[] = [...PROMPT_SET_KINDS, "free"];

/** One question of a set, as a part of a custom layout. */
export type SetPart = {
  /** Name in the list of parts for a custom layout. */
  name: string;
  /** Heading of an answer that is shown without its question; the answer's key by default. */
  heading?: string;
  /** Whether the question changes daily; then a draft stores the variant. */
  changes: boolean;
  /** The maximum length of a single-line answer, in characters. */
  limit?: number;
};

/** Names of a kind of entry for the history and for entries without a title. */
export type KindNames = {
  /** Name in the history's list of kinds. */
  name: string;
  /** The name of an entry without a title, if it differs. */
  entry?: (slot: Slot) => string;
};

/** The input of a prompt set. */
export type PromptContext = FlowChoice & {
  person: FlowPerson;
  /** The local day of the reflection. */
  date: string;
  /** Ordinary time if the member does not follow the church year. */
  season: Season;
  /** Looks up the slot's passage in the member's passage plan; lazy, because not every set needs it. */
  passage: () => string;
};

export type PromptSet = {
  key: PromptSetKey;
  name: string;
  /** Description in the settings. */
  text: string;
  /** Short description for a new member's first choice, which has one line for each set; by default `text`. */
  brief?: string;
  /** Message if the member's plan does not include the set; null if every plan does. */
  notInPlan: string | null;
  /** Name of the row in the table of plans; `cell` is the text for a plan that includes the set. */
  inTable: { name: string; cell?: (held: Features) => string };
  /** Parts of the set's reflections, in order. */
  parts: Partial<Record<AnswerOfSet<PromptSetKey>, SetPart>>;
  kinds: Partial<Record<SetKind, KindNames>>;
  morning: (context: PromptContext) => Flow;
  evening: (context: PromptContext) => Flow;
  /** Label of the dashboard's button, if the set does not use the default one: "Begin evening Examen". */
  begins?: { morning?: string; evening?: string };
  /** Whether the set's mornings follow the member's passage plan. */
  readsAlong: boolean;
  /** Whether the set's question comes from the library and the member's own questions. */
  drawsPrompt: boolean;
  /** Describes one of the set's `promptIds` for the statistics; undefined for an id of another set. */
  questionNamed: (id: string) => string | undefined;
};

type NotInPlan<Plan> = Plan extends "free" ? null : string;

/** Requires a part for each answer and a name for each kind that `member/prayer-settings.ts` declares for the set. */
export type PromptSetOf<Key extends PromptSetKey> = Omit<PromptSet, "parts" | "kinds"> & {
  key: Key;
  notInPlan: NotInPlan<PlanOfSet<Key>>;
  parts: Record<AnswerOfSet<Key>, SetPart>;
  kinds: Record<KindOfSet<Key>, KindNames>;
};

/** The form fields of a custom layout, in order. No prompt set has more questions. */
export const LAYOUT_FIELDS = ["part1", "part2", "part3", "part4", "part5", "part6"] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];
