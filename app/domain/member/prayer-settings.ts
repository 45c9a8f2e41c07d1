import { TRADITION_NAMES } from "~/domain/calendar/church-year";
import { t } from "~/i18n/t";
import { tierRank, type Tier } from "./plan";
import type { DaySlot } from "./prayer-times";
import {
  booleanSetting,
  defaultsOf,
  enumSetting,
  labelledEnumSetting,
  nameSetting,
  settingsFrom,
  type SettingsOf,
} from "./setting";

/** Built-in reading plans: by season, through a book, or "office", a reading in the morning and a psalm in the evening. */
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
/** A reading plan of the instance, by file name. */
export type CustomPlanKey = `own:${string}`;
export type PassagePlan = (typeof PASSAGE_PLANS)[number] | CustomPlanKey;

export const isCustomPlanKey = (plan: string): plan is CustomPlanKey =>
  /^own:[A-Za-z0-9][\w.-]{0,62}$/.test(plan);

/** Choices for the length of a reflection. */
const REFLECTION_MINUTES = [3, 10, 20] as const;
export type ReflectionMinutes = (typeof REFLECTION_MINUTES)[number];

/** Settings of `/settings/prayer`. The page provides the options of the names. */
export const PRAYER_SETTINGS = {
  passagePlan: {
    ...nameSetting<PassagePlan>(
      80,
      "season",
      (plan) => PASSAGE_PLANS.some((known) => known === plan) || isCustomPlanKey(plan),
    ),
    label: t("Morning passage"),
  },
  onePage: {
    ...booleanSetting(false),
    label: t("All movements on one page"),
    hint: t("Otherwise Lectio Divina and Examen lead you one movement at a time."),
  },
  showSeason: {
    ...booleanSetting(true),
    label: t("Follow the seasons of the church year"),
    hint: t("Their colour, their questions, and their passages."),
  },
  /** With "none", `parsePrayerSettings` turns `showSeason` off. */
  tradition: {
    ...labelledEnumSetting(TRADITION_NAMES, "ecumenical"),
    isSelect: true,
    label: t("Tradition"),
    hint: t("This decides the names, feasts and colours of the church year."),
  },
  feastsOnSunday: {
    ...booleanSetting(false),
    label: t("Keep Ascension on a Sunday"),
    hint: t("Epiphany and Corpus Christi too, as many dioceses and parishes do."),
  },
  /** Bible translation: "web", "kjv", or one that the instance has added. */
  translation: {
    ...nameSetting<string>(80, "web"),
    label: t("Translation"),
    hint: t("Texts are unchanged. Anything missing from one is shown from the World English Bible."),
  },
  /** 0 until chosen. */
  length: {
    ...enumSetting(REFLECTION_MINUTES, 0),
    names: Object.fromEntries(
      REFLECTION_MINUTES.map((length) => [length, t("{length} minutes", { length })]),
    ),
    isSelect: true,
    label: t("Length"),
    hint: t("How much time you would like to give. The suggested silence depends on it."),
  },
  /** Question pack of every Examen; empty to change it each evening. */
  examenPack: {
    ...nameSetting<string>(80, ""),
    label: t("Examen questions"),
    hint: t("You can still choose another set on any evening."),
  },
};
export type PrayerSettingName = keyof typeof PRAYER_SETTINGS;

/** The fields of `/settings/prayer` by its parts, in the order of the page. */
export const PRAYER_FORM_PARTS = {
  scripture: ["passagePlan", "translation"],
  year: ["tradition", "feastsOnSunday", "showSeason"],
  reflection: ["length", "examenPack", "onePage"],
} satisfies Record<string, PrayerSettingName[]>;
export type PrayerSettings = SettingsOf<typeof PRAYER_SETTINGS> & {
  /** First local day of the reading plan; empty for the plan "season", which follows the calendar. */
  planSince: string;
  /** Custom layout of morning and evening, in order; empty to use the prompt set. */
  shape: DayLayout;
};

/** Parts of a custom layout: answer keys, and "own." plus id for the member's own questions. */
export type DayLayout = Record<DaySlot, string[]>;

export const DEFAULT_PRAYER: PrayerSettings = {
  ...defaultsOf(PRAYER_SETTINGS),
  planSince: "",
  shape: { morning: [], evening: [] },
};

export function parsePrayerSettings(prayer: PrayerSettings): PrayerSettings {
  const { planSince, shape } = prayer;
  const settings = settingsFrom(PRAYER_SETTINGS, prayer);
  const showSeason = settings.showSeason && settings.tradition !== "none";
  return { ...settings, showSeason, planSince, shape };
}

type Recorded = {
  /** Lowest plan that includes the set. The fixed text about a plan's end knows only the Formation Plan, hence no tier1. */
  plan: Extract<Tier, "free" | "tier2">;
  /** Kinds of its entries, unique to this set. */
  kinds: readonly string[];
  /** Answer keys, which are also field names, unique to this set. */
  answers: readonly string[];
};

/** Stored names and plans of the prompt sets, in display order. `journal/prompt-sets` must define the questions of each. */
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

export type PromptSetKey = keyof typeof PROMPT_SETS_BY_KEY;
export type PlanOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["plan"];
export type KindOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["kinds"][number];
export type AnswerOfSet<Key extends PromptSetKey> = (typeof PROMPT_SETS_BY_KEY)[Key]["answers"][number];

export const PROMPT_SET_KEYS = Object.keys(PROMPT_SETS_BY_KEY) as PromptSetKey[];

export const PROMPT_SET_ANSWERS = PROMPT_SET_KEYS.flatMap((key): AnswerOfSet<PromptSetKey>[] => [
  ...PROMPT_SETS_BY_KEY[key].answers,
]);

const byPlan = (a: PromptSetKey, b: PromptSetKey) =>
  tierRank(PROMPT_SETS_BY_KEY[b].plan) - tierRank(PROMPT_SETS_BY_KEY[a].plan);

/** Entry kinds of all sets, those of higher plans first. */
export const PROMPT_SET_KINDS = [...PROMPT_SET_KEYS]
  .sort(byPlan)
  .flatMap((key): KindOfSet<PromptSetKey>[] => [...PROMPT_SETS_BY_KEY[key].kinds]);

export function includesPromptSet(tier: Tier, set: PromptSetKey): boolean {
  return tierRank(tier) >= tierRank(PROMPT_SETS_BY_KEY[set].plan);
}

/**
 * Downgrade rule: falls back to random_prompts on tier1 and to daily_habit on other tiers if the plan does not include the
 * preferred set. Computed at every read, so that it applies the moment a plan ends.
 */
export function effectivePromptSet(tier: Tier, preference: PromptSetKey): PromptSetKey {
  if (includesPromptSet(tier, preference)) return preference;
  return tier === "tier1" ? "random_prompts" : "daily_habit";
}
