import { TIERS, type Tier } from "./tiers";

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
const RECORDED = {
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
export type PromptSetKey = keyof typeof RECORDED;
export type PlanOfSet<Key extends PromptSetKey> = (typeof RECORDED)[Key]["plan"];
export type KindOfSet<Key extends PromptSetKey> = (typeof RECORDED)[Key]["kinds"][number];
export type AnswerOfSet<Key extends PromptSetKey> = (typeof RECORDED)[Key]["answers"][number];

export const PROMPT_SET_KEYS = Object.keys(RECORDED) as PromptSetKey[];

/** The keys of all their answers. */
export const SET_ANSWERS = PROMPT_SET_KEYS.flatMap((key): AnswerOfSet<PromptSetKey>[] => [
  ...RECORDED[key].answers,
]);

const rankOf = (tier: Tier) => TIERS.indexOf(tier);
const byPlan = (a: PromptSetKey, b: PromptSetKey) => rankOf(RECORDED[b].plan) - rankOf(RECORDED[a].plan);

/** The kinds of all their entries, those of the larger plan first. */
export const SET_KINDS = [...PROMPT_SET_KEYS]
  .sort(byPlan)
  .flatMap((key): KindOfSet<PromptSetKey>[] => [...RECORDED[key].kinds]);

/** Whether a plan holds a set. Every gate asks here. */
export function holdsPromptSet(tier: Tier, set: PromptSetKey): boolean {
  return rankOf(tier) >= rankOf(RECORDED[set].plan);
}

/**
 * The prompt set that counts: one that the plan does not hold gives way to random_prompts on tier1 and to daily_habit on any
 * other. Computed on every read, so an ended plan is right at once.
 */
export function effectivePromptSet(tier: Tier, preference: PromptSetKey): PromptSetKey {
  if (holdsPromptSet(tier, preference)) return preference;
  return tier === "tier1" ? "random_prompts" : "daily_habit";
}
