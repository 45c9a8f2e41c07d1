import type { UserRecord } from "#models/user.server";
import { planAt, rank, type Holding, type Plan } from "./plan";
import { planOfEveryone } from "./plan-of-everyone.server";
import { effectivePromptSet } from "./prompt-set";
import { TIERS, type Tier } from "./tiers";

type Held = Pick<UserRecord, "subscriptionTier" | "plan" | "promptSetPreference">;

/** What a person holds: nothing of their own until they have had a plan. */
export function holdingOf({ plan }: Pick<Held, "plan">): Holding {
  const { grants, override } = plan ?? { grants: [], override: null };
  return { grants, override, usual: planOfEveryone() };
}

/** The plan on their record, without what this house gives to everyone: that is never written down. */
export function planOnRecord(holding: Holding, now: Date): Plan {
  return planAt({ ...holding, usual: "free" }, now);
}

/** The plan that counts now, computed at every read. */
export function currentPlan(user: Held, now: Date): Plan {
  return planAt(holdingOf(user), now);
}

/** The tier that counts for someone who has this one of their own, in lists and figures. */
export function tierHere(own: Tier): Tier {
  const everyone = planOfEveryone();
  return rank(own) < rank(everyone) ? everyone : own;
}

/** The tiers that a record may hold where `tier` is in force. */
export const recordedTiers = (tier: Tier): Tier[] => TIERS.filter((own) => tierHere(own) === tier);

/** Whether something has ended since the last write, or a message about it has not been shown yet. */
export function isPlanDue(user: Held, now: Date): boolean {
  const { tier } = currentPlan(user, now);
  if (user.plan?.fallback) return true;
  return (
    planOnRecord(holdingOf(user), now).tier !== user.subscriptionTier ||
    effectivePromptSet(tier, user.promptSetPreference) !== user.promptSetPreference
  );
}
