import { TRADITIONS } from "~/domain/calendar/traditions";
import { TIERS, type Tier } from "./plan";
import type { DaySlot } from "./prayer-times";
import {
  booleanSetting,
  defaultsOf,
  enumSetting,
  nameSetting,
  settingsFrom,
  type SettingsOf,
} from "./setting";

/** Ways through Scripture: with the season, through a book, or with a reading in the morning and a psalm in the evening. */
export const PASSAGE_PLANS = [
  "season",
  "mark",
  "john",
  "psalms",
  "philippians",
  "ruth",
  "jonah",
  "office",
] as const;
/** A list of the operator's own, by the name of its file. */
export type CustomPlanKey = `own:${string}`;
export type PassagePlan = (typeof PASSAGE_PLANS)[number] | CustomPlanKey;

export const isCustomPlanKey = (plan: string): plan is CustomPlanKey =>
  /^own:[A-Za-z0-9][\w.-]{0,62}$/.test(plan);

/** How long a reflection may take, in minutes. */
export const REFLECTION_MINUTES = [3, 10, 20] as const;
export type ReflectionMinutes = (typeof REFLECTION_MINUTES)[number];

/** How a person likes to pray. */
export const PRAYER_SETTINGS = {
  passagePlan: nameSetting<PassagePlan>(
    80,
    "season",
    (plan) => PASSAGE_PLANS.some((known) => known === plan) || isCustomPlanKey(plan),
  ),
  /** The movements of a reflection all on one page. */
  onePage: booleanSetting(false),
  /** Whether the Church's year is followed. */
  showSeason: booleanSetting(true),
  /** Whose words for the Church's year are used; with "none" it is not followed at all. */
  tradition: enumSetting(TRADITIONS, "ecumenical"),
  /** Whether Ascension, Epiphany and Corpus Christi are kept on a Sunday. */
  feastsOnSunday: booleanSetting(false),
  /** Which text of Scripture is read: "web", "kjv", or the name of one that the operator has added. */
  translation: nameSetting<string>(80, "web"),
  /** 0 until the person has been asked. */
  length: enumSetting(REFLECTION_MINUTES, 0),
  /** The questions that every Examen asks; empty where they change from evening to evening. */
  examenPack: nameSetting<string>(80, ""),
};
export type PrayerSettings = SettingsOf<typeof PRAYER_SETTINGS> & {
  /** The local day when the plan's book was begun; empty for the season. */
  planSince: string;
  /** What a person has put together for their own morning and evening, in order; empty where their prompt set asks. */
  shape: DayLayout;
};

/** A question of one's own in a shape is "own." and its id; any other part is the key of its answer. */
export type DayLayout = Record<DaySlot, string[]>;

export const DEFAULT_PRAYER: PrayerSettings = {
  ...defaultsOf(PRAYER_SETTINGS),
  planSince: "",
  shape: { morning: [], evening: [] },
};

/** What is stored; without a tradition there is no Church's year to follow. */
export function parsePrayerSettings(prayer: PrayerSettings): PrayerSettings {
  const { planSince, shape } = prayer;
  const settings = settingsFrom(PRAYER_SETTINGS, prayer);
  const showSeason = settings.showSeason && settings.tradition !== "none";
  return { ...settings, showSeason, planSince, shape };
}

type Recorded = {
  /** The smallest plan that holds it. The fixed text about the end of a plan speaks of the Formation Plan alone. */
  plan: Extract<Tier, "free" | "tier2">;
  /** The kinds that its entries are kept as, and no other set's. */
  kinds: readonly string[];
  /** The keys of its answers, which are the names of its fields, and no other set's. */
  answers: readonly string[];
};

/**
 * The prompt sets as records and plans know them, in the order they are offered. What each is called and asks is in
 * `journal/prompt-sets`, where TypeScript requires every set that is named here.
 */
const PROMPT_SETS_BY_KEY = {
  daily_habit: {
    plan: "free",
    kinds: ["habit"],
    answers: ["thanks", "presence", "question", "grace", "heavy", "ask"],
  },
  random_prompts: { plan: "free", kinds: ["prompt"], answers: ["answer"] },
  lectio_examen: {
    plan: "tier2",
    kinds: ["lectio", "examen"],
    answers: [
      ...(["wordKept", "meditatio", "oratio", "contemplatio", "intention"] as const),
      ...(["gifts", "consolation", "desolation", "mercy", "invitation", "tomorrow"] as const),
    ],
  },
} as const satisfies Record<string, Recorded>;

/** The sets of questions that a person can choose between. */
export type PromptSetKey = keyof typeof PROMPT_SETS_BY_KEY;
export type PlanOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["plan"];
export type KindOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["kinds"][number];
export type AnswerOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["answers"][number];

export const PROMPT_SET_KEYS = Object.keys(PROMPT_SETS_BY_KEY) as PromptSetKey[];

/** The keys of all their answers. */
export const PROMPT_SET_ANSWERS = PROMPT_SET_KEYS.flatMap((key): AnswerOfSet<PromptSetKey>[] => [
  ...PROMPT_SETS_BY_KEY[key].answers,
]);

const rankOf = (tier: Tier) => TIERS.indexOf(tier);
const byPlan = (a: PromptSetKey, b: PromptSetKey) =>
  rankOf(PROMPT_SETS_BY_KEY[b].plan) - rankOf(PROMPT_SETS_BY_KEY[a].plan);

/** The kinds of all their entries, those of the larger plan first. */
export const PROMPT_SET_KINDS = [...PROMPT_SET_KEYS]
  .sort(byPlan)
  .flatMap((key): KindOfSet<PromptSetKey>[] => [...PROMPT_SETS_BY_KEY[key].kinds]);

/** Whether a plan holds a set. Every gate asks here. */
export function includesPromptSet(tier: Tier, set: PromptSetKey): boolean {
  return rankOf(tier) >= rankOf(PROMPT_SETS_BY_KEY[set].plan);
}

/**
 * The prompt set that counts: one that the plan does not hold gives way to random_prompts on tier1 and to daily_habit on any
 * other. Computed on every read, so an ended plan is right at once.
 */
export function effectivePromptSet(tier: Tier, preference: PromptSetKey): PromptSetKey {
  if (includesPromptSet(tier, preference)) return preference;
  return tier === "tier1" ? "random_prompts" : "daily_habit";
}
