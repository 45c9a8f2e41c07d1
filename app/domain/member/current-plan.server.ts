import type { UserRecord } from "#models/user.server";
import { env } from "~/platform/env.server";
import { planAt, rank, type Holding, type Plan } from "./plan";
import { effectivePromptSet } from "./prayer-settings";
import { TIERS, type Tier } from "./tiers";

/** What administrators chose, as it was read last: pages ask on every visit and never wait for it. */
let chosen: Tier = "free";

export function setInstanceDefaultPlan(tier: Tier): void {
  chosen = tier;
}

/** The plan that everyone has who has no higher one: the environment's, or else what was chosen. */
export const instanceDefaultPlan = (): Tier => env.DEFAULT_PLAN ?? chosen;

type Held = Pick<UserRecord, "subscriptionTier" | "plan" | "promptSetPreference">;

/** What a person holds: nothing of their own until they have had a plan. */
export function entitlementsOf({ plan }: Pick<Held, "plan">): Holding {
  const { grants, override } = plan ?? { grants: [], override: null };
  return { grants, override, usual: instanceDefaultPlan() };
}

/** The plan on their record, without what this house gives to everyone: that is never written down. */
export function storedPlan(holding: Holding, now: Date): Plan {
  return planAt({ ...holding, usual: "free" }, now);
}

/** The plan that counts now, computed at every read. */
export function currentPlan(user: Held, now: Date): Plan {
  return planAt(entitlementsOf(user), now);
}

/** The tier that counts for someone who has this one of their own, in lists and figures. */
export function effectiveTier(own: Tier): Tier {
  const everyone = instanceDefaultPlan();
  return rank(own) < rank(everyone) ? everyone : own;
}

/** The tiers that a record may hold where `tier` is in force. */
export const recordedTiers = (tier: Tier): Tier[] => TIERS.filter((own) => effectiveTier(own) === tier);

/** Whether something has ended since the last write, or a message about it has not been shown yet. */
export function isPlanDue(user: Held, now: Date): boolean {
  const { tier } = currentPlan(user, now);
  if (user.plan?.fallback) return true;
  return (
    storedPlan(entitlementsOf(user), now).tier !== user.subscriptionTier ||
    effectivePromptSet(tier, user.promptSetPreference) !== user.promptSetPreference
  );
}
