import { instanceDefaultPlan } from "~/domain/member/current-member.server";
import { PAID_TIERS, type BillingInterval, type PaidTier } from "~/domain/member/plan";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import {
  arePaymentsConfigured,
  PaymentRejectedError,
  PaymentsUnavailableError,
} from "~/platform/stripe.server";

/** A plan on sale, with its billing interval. */
export type Offer = { tier: PaidTier; interval: BillingInterval; priceId: string };

const PRICES = [
  ["tier1", "month", "STRIPE_PRICE_TIER1"],
  ["tier2", "month", "STRIPE_PRICE_TIER2"],
  ["tier1", "year", "STRIPE_PRICE_TIER1_YEARLY"],
  ["tier2", "year", "STRIPE_PRICE_TIER2_YEARLY"],
] as const;

/** All offers; none while payments are not set up. */
export function offers(): Offer[] {
  if (!arePaymentsConfigured()) return [];
  return PRICES.flatMap(([tier, interval, name]) => {
    const priceId = env[name];
    return priceId ? [{ tier, interval, priceId }] : [];
  });
}

/** The offer of a price. A member may have changed to another price on the payment service's portal. */
export function offerOfPrice(priceId: string | null): Offer | undefined {
  return offers().find((offer) => offer.priceId === priceId);
}

/** The operator's price texts; null without one. */
export function priceTexts(): Record<PaidTier, { month: string | null; year: string | null }> {
  return {
    tier1: { month: env.PRICE_TIER1 ?? null, year: env.PRICE_TIER1_YEARLY ?? null },
    tier2: { month: env.PRICE_TIER2 ?? null, year: env.PRICE_TIER2_YEARLY ?? null },
  };
}

export const isPaidTier = (text: string | undefined): text is PaidTier =>
  PAID_TIERS.some((tier) => tier === text);

export const isSelling = (): boolean => offers().length > 0;

/** Whether everyone has the largest plan and nothing is on sale. */
export function isEverythingIncluded(): boolean {
  return instanceDefaultPlan() === "tier2" && !isSelling();
}

/** `away`: the payment service is unavailable; `refused`: it has rejected the request. */
export type PaymentFailure = "away" | "refused";

export const isPaymentFailure = (error: unknown): boolean =>
  error instanceof PaymentsUnavailableError || error instanceof PaymentRejectedError;

/** Runs a payment call and turns its two kinds of failure into codes; other errors are rethrown. */
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
