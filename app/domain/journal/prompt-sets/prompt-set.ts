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
import type { PlaceOnWay } from "~/domain/ways/way";

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
  prayer: PrayerSettings;
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
export const ENTRY_KINDS: readonly EntryKind[] = [...PROMPT_SET_KINDS, "free"];

/** One question of a set, as a part of a morning or an evening of one's own. */
export type SetPart = {
  /** What it is called where it is chosen. */
  name: string;
  /** The heading of an answer that has lost its question; by default its key. */
  heading?: string;
  /** Whether its words change daily: then a draft remembers which were asked. */
  changes: boolean;
  /** The most characters, if it is a single line by nature. */
  limit?: number;
};

/** What an entry of a kind is called. */
export type KindNames = {
  /** In the choice of kinds. */
  name: string;
  /** Above an entry without a title, if that name differs. */
  entry?: (slot: Slot) => string;
};

/** What a set makes a reflection from. */
export type PromptContext = FlowChoice & {
  person: FlowPerson;
  /** The local day that it is for. */
  date: string;
  /** Ordinary time for those who do not follow the Church's year. */
  season: Season;
  /** The slot's passage by the person's way through Scripture, looked up only when needed. */
  passage: () => string;
};

/** A prompt set: everything that the product says and does because there is one. */
export type PromptSet = {
  key: PromptSetKey;
  /** Its one name, used everywhere. */
  name: string;
  /** The sentence below its name in a choice. */
  text: string;
  /** The message to someone whose plan does not hold it; null if every plan does. */
  notInPlan: string | null;
  /** Its line in the table of plans, and what it says in words of a plan that holds it. */
  inTable: { name: string; cell?: (held: Features) => string };
  /** The parts of its reflections, in order. */
  parts: Partial<Record<AnswerOfSet<PromptSetKey>, SetPart>>;
  kinds: Partial<Record<SetKind, KindNames>>;
  morning: (asked: PromptContext) => Flow;
  evening: (asked: PromptContext) => Flow;
  /** "Begin evening Examen": what the dashboard's button says, where that is not a plain reflection. */
  begins?: { morning?: string; evening?: string };
  /** Whether its mornings read along with the person's way through Scripture. */
  readsAlong: boolean;
  /** Whether its question is drawn from the library and from the person's own. */
  drawsPrompt: boolean;
  /** What the name of one of its questions means (`promptIds`), for the figures; undefined for a name of another set. */
  questionNamed: (id: string) => string | undefined;
};

type NotInPlan<Plan> = Plan extends "free" ? null : string;

/** A set with nothing missing of what `member/prayer-settings.ts` names: each answer is a part, each kind has its name. */
export type PromptSetOf<Key extends PromptSetKey> = Omit<PromptSet, "parts" | "kinds"> & {
  key: Key;
  notInPlan: NotInPlan<PlanOfSet<Key>>;
  parts: Record<AnswerOfSet<Key>, SetPart>;
  kinds: Record<KindOfSet<Key>, KindNames>;
};

/** The places of a morning or an evening, in order, as the fields of their form. No prompt set asks more. */
export const LAYOUT_FIELDS = ["part1", "part2", "part3", "part4", "part5", "part6"] as const;
export type LayoutField = (typeof LAYOUT_FIELDS)[number];
