import { TIER_LABELS } from "~/domain/member/tiers";
import { isOpenHouse } from "~/domain/plans/billing/open-house.server";
import { env } from "~/platform/env.server";

/** A plan with its price in the operator's own words. */
export type LandingPrice = { label: string; price: string };

/** What the plans cost, as the operator has set it; a plan without a price is not priced here. Null where nothing is sold. */
export function landingPrices(): LandingPrice[] | null {
  if (isOpenHouse()) return null;
  return [
    { label: TIER_LABELS.tier1, price: env.PRICE_TIER1 ?? "" },
    { label: TIER_LABELS.tier2, price: env.PRICE_TIER2 ?? "" },
  ].filter(({ price }) => price !== "");
}
