import type { Interval } from "~/domain/member/plan";
import { PAID_TIERS, type PaidTier } from "~/domain/member/tiers";
import { env } from "~/platform/env.server";
import { isPaymentsSetUp } from "~/platform/stripe/payments.server";

/** What can be bought: a plan by the month or by the year. */
export type Offer = { tier: PaidTier; interval: Interval; priceId: string };

const PRICES = [
  ["tier1", "month", "STRIPE_PRICE_TIER1"],
  ["tier2", "month", "STRIPE_PRICE_TIER2"],
  ["tier1", "year", "STRIPE_PRICE_TIER1_YEARLY"],
  ["tier2", "year", "STRIPE_PRICE_TIER2_YEARLY"],
] as const;

/** Everything that can be bought now; nothing while payments are not set up. */
export function offers(): Offer[] {
  if (!isPaymentsSetUp()) return [];
  return PRICES.flatMap(([tier, interval, name]) => {
    const priceId = env[name];
    return priceId ? [{ tier, interval, priceId }] : [];
  });
}

/** The plan that a price buys; a subscription may have been moved to another one on the provider's pages. */
export function offerOfPrice(priceId: string | null): Offer | undefined {
  return offers().find((offer) => offer.priceId === priceId);
}

/** The texts of prices, from the settings alone (none are invented). */
export function priceTexts(): Record<PaidTier, { month: string | null; year: string | null }> {
  return {
    tier1: { month: env.PRICE_TIER1 ?? null, year: env.PRICE_TIER1_YEARLY ?? null },
    tier2: { month: env.PRICE_TIER2 ?? null, year: env.PRICE_TIER2_YEARLY ?? null },
  };
}

export const isPaidTier = (text: string | undefined): text is PaidTier =>
  PAID_TIERS.some((tier) => tier === text);
