import { features, type Tier } from "./tiers";

/** The sets of questions that a person can choose between. */
export const PROMPT_SETS = ["random_prompts", "daily_habit", "lectio_examen"] as const;
export type PromptSet = (typeof PROMPT_SETS)[number];

/**
 * The prompt set that counts: lectio_examen belongs to tier2 alone; without it tier1 falls back to random_prompts and any
 * other tier to daily_habit. Computed on every read, so an ended plan is right at once.
 */
export function effectivePromptSet(tier: Tier, preference: PromptSet): PromptSet {
  if (preference !== "lectio_examen" || features(tier).lectioExamen) return preference;
  return tier === "tier1" ? "random_prompts" : "daily_habit";
}
