import type { UserRecord } from "#models/user.server";
import type { Tier } from "~/domain/member/plan";

/** Record fields of a member with a permanent plan. */
export function ownPlan(tier: Tier, at: Date): Pick<UserRecord, "subscriptionTier"> & Partial<UserRecord> {
  if (tier === "free") return { subscriptionTier: tier };
  const gift = {
    id: "given",
    source: "gift",
    tier,
    startsAt: at,
    endsAt: null,
    paid: null,
    mark: "",
  } as const;
  return {
    subscriptionTier: tier,
    plan: {
      ...{ version: 1, settledAt: at, nextAt: null, grants: [gift], override: null },
      ...{ noticed: [], fallback: null, usedKeys: [], lines: 0, changes: [] },
    },
  };
}
