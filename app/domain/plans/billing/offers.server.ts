import { instanceDefaultPlan } from "~/domain/member/current-member.server";
import { PAID_TIERS, type BillingInterval, type PaidTier } from "~/domain/member/plan";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import {
  arePaymentsConfigured,
  PaymentRejectedError,
  PaymentsUnavailableError,
} from "~/platform/stripe.server";

/** What can be bought: a plan by the month or by the year. */
export type Offer = { tier: PaidTier; interval: BillingInterval; priceId: string };

const PRICES = [
  ["tier1", "month", "STRIPE_PRICE_TIER1"],
  ["tier2", "month", "STRIPE_PRICE_TIER2"],
  ["tier1", "year", "STRIPE_PRICE_TIER1_YEARLY"],
  ["tier2", "year", "STRIPE_PRICE_TIER2_YEARLY"],
] as const;

/** Everything that can be bought now; nothing while payments are not set up. */
export function offers(): Offer[] {
  if (!arePaymentsConfigured()) return [];
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

/** Whether there is nothing to choose between here: everyone has the largest plan, and nothing can be bought. */
export function isEverythingIncluded(): boolean {
  return instanceDefaultPlan() === "tier2" && offers().length === 0;
}

/** The payment service does not answer, or does not accept. */
export type PaymentFailure = "away" | "refused";

/** Runs a use-case of payments; its two failures become codes, everything else stays our own error. */
export async function catchPaymentFailure<T>(
  run: () => Promise<T>,
): Promise<T | { ok: false; code: PaymentFailure }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PaymentsUnavailableError) return { ok: false, code: "away" };
    if (!(error instanceof PaymentRejectedError)) throw error;
    log.warn("payments.refused", { status: error.status, code: error.code });
    return { ok: false, code: "refused" };
  }
}
