import type { Grant } from "~/domain/member/plan";
import { changePlan, type PlanChangeResult } from "~/domain/plans/changes/change-plan.server";
import { withPaid } from "~/domain/plans/changes/changes";
import { fetchSubscription, type SubscriptionState } from "~/platform/stripe/payments.server";
import { isPaidTier, offerOfPrice } from "./offers.server";

/** Names the person in the provider's records. */
export const PERSON = "client_reference_id";
/** From when a paused plan rests: the end of what was paid for when it was paused. */
export const PAUSED_FROM = "paused_from";

/** States that keep a subscription's plan: a failed payment is tried again for a while. */
const LIVE = ["active", "trialing", "past_due"];

/** What a subscription gives, or null when it gives nothing. */
function grantOf(state: SubscriptionState, at: Date): Grant | null {
  const offer = offerOfPrice(state.priceId);
  const tier = offer?.tier ?? state.metadata.tier;
  if (!LIVE.includes(state.status) || !isPaidTier(tier)) return null;
  if (state.cancelAt && state.cancelAt <= at) return null;
  const pausedFrom = Number(state.metadata[PAUSED_FROM]);
  const startsAt = state.startedAt && state.startedAt < at ? state.startedAt : at;
  return {
    id: state.id,
    source: "paid",
    tier,
    startsAt,
    endsAt: null,
    paid: {
      interval: (offer?.interval ?? (state.isYearly ? "year" : "month")) === "year" ? "year" : "month",
      renewsAt: state.periodEnd,
      cancelAt: state.cancelAt,
      pausedFrom: state.isPaused && pausedFrom > 0 ? new Date(pausedFrom * 1000) : null,
      resumesAt: state.isPaused ? state.resumesAt : null,
      late: state.status === "past_due",
    },
    mark: "",
  };
}

/**
 * Brings a person's plan to what the payment service says of a subscription now. Events may come late, twice and in any
 * order: none of them is believed, each only makes us ask. The person's record is read before we ask and written only if
 * nothing was written in between, so an older answer never replaces a newer one; it is written even when nothing changed,
 * for the same reason.
 */
export async function syncSubscription(userId: number, id: string): Promise<PlanChangeResult | null> {
  return changePlan(userId, async ({ holding }, at) => {
    const state = await fetchSubscription(id);
    const named = state?.metadata[PERSON];
    const ours = named === undefined || named === String(userId);
    const grant = state && ours ? grantOf(state, at) : null;
    const known = holding.grants.find((held) => held.id === id);
    // A start that was taken as "now" stays what it was.
    if (grant && known && known.startsAt < grant.startsAt) grant.startsAt = known.startsAt;
    return {
      ...withPaid(holding, id, grant),
      customerId: (grant && state?.customerId) ?? undefined,
    };
  });
}
