import type { UserRecord } from "#models/user.server";
import { planAt, type Holding, type Plan } from "./plan";
import { effectivePromptSet } from "./prompt-set";

type Held = Pick<UserRecord, "subscriptionTier" | "plan" | "createdAt" | "promptSetPreference">;

/** What a person holds. A record from before plans had sources keeps its tier as a gift without an end. */
export function holdingOf({ plan, subscriptionTier: tier, createdAt }: Held): Holding {
  if (plan) return { grants: plan.grants, override: plan.override };
  if (tier === "free") return { grants: [], override: null };
  const gift = { source: "gift", tier, startsAt: createdAt, endsAt: null, paid: null, mark: "" } as const;
  return { grants: [{ id: "earlier", ...gift }], override: null };
}

/** The plan that counts now, computed at every read. */
export function currentPlan(user: Held, now: Date): Plan {
  return planAt(holdingOf(user), now);
}

/** Whether something has ended since the last write, or a message about it has not been shown yet. */
export function isPlanDue(user: Held, now: Date): boolean {
  const { tier } = currentPlan(user, now);
  if (user.plan?.fallback) return true;
  return (
    tier !== user.subscriptionTier ||
    effectivePromptSet(tier, user.promptSetPreference) !== user.promptSetPreference
  );
}
