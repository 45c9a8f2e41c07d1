import type { PromptSet } from "~/domain/journal/kinds";
import { features, type Tier } from "./tiers";

/**
 * The prompt set that counts (seed section 4, "Prompt set downgrade"): lectio_examen belongs to tier2 alone; without it
 * tier1 falls back to random_prompts and any other tier to daily_habit. Computed on every read, so an ended plan is right at once.
 */
export function effectivePromptSet(tier: Tier, preference: PromptSet): PromptSet {
  if (preference !== "lectio_examen" || features(tier).lectioExamen) return preference;
  return tier === "tier1" ? "random_prompts" : "daily_habit";
}
