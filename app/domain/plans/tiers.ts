/** The three plans (seed sections 1, 3 and 9). */
export const TIERS = ["free", "tier1", "tier2"] as const;
export type Tier = (typeof TIERS)[number];

export const TIER_LABELS: Record<Tier, string> = {
  free: "Free Plan",
  tier1: "Growth Plan",
  tier2: "Formation Plan",
};

/** The "Upgrade Plan" button is shown to everyone who is not on the highest plan (seed section 6). */
export function canUpgrade(tier: Tier): boolean {
  return tier !== "tier2";
}
