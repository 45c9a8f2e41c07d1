import { BillingEventModel } from "#models/billing-event.server";
import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import type { Grant } from "~/domain/member/plan";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import {
  arePaymentsConfigured,
  fetchSubscription,
  PaymentRejectedError,
  PaymentsUnavailableError,
  verifyPaymentEvent,
  type PaymentEvent,
  type SubscriptionState,
} from "~/platform/stripe.server";
import { isPaidTier, offerOfPrice } from "./billing/offers.server";
import {
  changePlan,
  readEntitlements,
  reconcilePlan,
  recoverLedger,
  type PlanChangeResult,
} from "./changes/change-plan.server";
import { addPaid } from "./changes/changes";
import { isSubscriptionOverdue } from "./changes/notices";
import { recoverRedemptions } from "./trial-keys/redeem-key.server";

/** Names the person in the provider's records. */
export const MEMBER_ID_KEY = "client_reference_id";
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
    const named = state?.metadata[MEMBER_ID_KEY];
    const ours = named === undefined || named === String(userId);
    const grant = state && ours ? grantOf(state, at) : null;
    const known = holding.grants.find((held) => held.id === id);
    // A start that was taken as "now" stays what it was.
    if (grant && known && known.startsAt < grant.startsAt) grant.startsAt = known.startsAt;
    return {
      ...addPaid(holding, id, grant),
      customerId: (grant && state?.customerId) ?? undefined,
    };
  });
}

/** How long the ids of events are remembered; the provider repeats for three days. */
const EVENT_RETENTION_MS = 30 * DAY;

export type EventResult = "done" | "repeated" | "ignored" | "refused" | "try_again";

/** Takes an event of the payment service: signed over its raw bytes, dealt with once. */
export async function handleBillingEvent(body: Uint8Array, signature: string | null): Promise<EventResult> {
  if (!arePaymentsConfigured()) return "refused";
  const { isSigned, event } = await verifyPaymentEvent(
    body,
    signature,
    env.STRIPE_WEBHOOK_SECRET ?? [],
    now(),
  );
  if (!isSigned) return "refused";
  if (!event) return "ignored";
  if (await BillingEventModel.exists({ _id: event.id })) return "repeated";
  try {
    const result = await applyEvent(event);
    await recordEvent(event);
    return result;
  } catch (error) {
    // It comes again; until then nothing has changed.
    if (error instanceof PaymentsUnavailableError || error instanceof PaymentRejectedError)
      return "try_again";
    throw error;
  }
}

async function applyEvent({ type, data: { object } }: PaymentEvent): Promise<EventResult> {
  const id = subscriptionOf(type, object);
  if (!id) return "ignored";
  const userId = await memberIdOf(object, id);
  if (userId === null || !(await syncSubscription(userId, id))) {
    log.warn("payments.unknown_person", { kind: type });
    return "ignored";
  }
  return "done";
}

type Subject = PaymentEvent["data"]["object"];

function subscriptionOf(type: string, object: Subject): string | null {
  if (type.startsWith("customer.subscription.")) return object.id ?? null;
  if (type.startsWith("checkout.session.")) return object.subscription;
  if (type.startsWith("invoice."))
    return object.subscription ?? object.parent?.subscription_details?.subscription ?? null;
  return null;
}

/** Whose it is: named by us in the session and in the subscription, else known by the customer. */
async function memberIdOf(object: Subject, subscriptionId: string): Promise<number | null> {
  const named = object.client_reference_id ?? object.metadata[MEMBER_ID_KEY];
  if (named !== undefined) return numberOf(named);
  if (object.customer) {
    const user = await UserModel.findOne({ "billing.customerId": object.customer }).select({ _id: 1 }).lean();
    if (user) return user._id;
  }
  const state = await fetchSubscription(subscriptionId);
  return numberOf(state?.metadata[MEMBER_ID_KEY] ?? "");
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);

async function recordEvent({ id, type }: PaymentEvent): Promise<void> {
  const at = now();
  try {
    await BillingEventModel.create({
      _id: id,
      kind: type,
      at,
      expiresAt: new Date(at.getTime() + EVENT_RETENTION_MS),
    });
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}

const BATCH = 200;

/**
 * One round of the job: people whose plan has ended or is about to end, so that the change is recorded
 * and the emails of seven days and one day before go out; and what a crash left half-way is completed.
 */
export async function reconcilePlans(signal?: AbortSignal): Promise<number> {
  let settled = 0;
  while (!signal?.aborted) {
    const due = await UserModel.find({ "plan.nextAt": { $gt: new Date(0), $lte: now() } })
      .sort({ "plan.nextAt": 1 })
      .select({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const { _id } of due) {
      if (signal?.aborted) return settled;
      await syncOverdue(_id);
      await reconcilePlan(_id);
      settled += 1;
    }
    if (due.length < BATCH) break;
  }
  while (!signal?.aborted && (await recoverRedemptions()) > 0);
  while (!signal?.aborted && (await recoverLedger()) > 0);
  return settled;
}

/** Asks about subscriptions that are past their end without a word: the event may have been lost. */
async function syncOverdue(userId: number): Promise<void> {
  if (!arePaymentsConfigured()) return;
  const { paid } = await readEntitlements(userId);
  for (const grant of paid) {
    if (!isSubscriptionOverdue(grant, now())) continue;
    try {
      await syncSubscription(userId, grant.id);
    } catch (error) {
      // We ask again later; see the next moment of a plan.
      if (!(error instanceof PaymentsUnavailableError || error instanceof PaymentRejectedError)) throw error;
    }
  }
}
