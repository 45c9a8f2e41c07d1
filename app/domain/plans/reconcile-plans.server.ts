import { createIfMissing } from "#models/db/queries.server";
import { BillingEventModel } from "#models/plans.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import type { Grant } from "~/domain/member/plan";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import {
  arePaymentsConfigured,
  fetchSubscription,
  verifyPaymentEvent,
  type PaymentEvent,
  type SubscriptionState,
} from "~/platform/stripe.server";
import { isPaidTier, isPaymentFailure, offerOfPrice } from "./billing/offers.server";
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

/** Metadata key of the user id at the payment service. */
export const MEMBER_ID_KEY = "client_reference_id";
/** Metadata key of the time when a pause begins, which is the end of the paid period, in Unix seconds. */
export const PAUSED_FROM = "paused_from";

/** States in which a subscription grants its plan; `past_due` while a failed payment is retried. */
const LIVE = ["active", "trialing", "past_due"];

/** The grant of a subscription, or null if it grants nothing. */
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
      interval: offer?.interval ?? (state.isYearly ? "year" : "month"),
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
 * Syncs a grant with the subscription at the payment service. Events arrive late, repeated and out of order, so they
 * only trigger this query. The user is read before the query and written under optimistic locking, also when nothing
 * changed, so that an older reply never replaces a newer one.
 * @returns null when there is no such user
 */
export async function syncSubscription(userId: number, id: string): Promise<PlanChangeResult | null> {
  return changePlan(userId, async ({ entitlements }, at) => {
    const state = await fetchSubscription(id);
    const memberId = state?.metadata[MEMBER_ID_KEY];
    const isOwner = memberId === undefined || memberId === String(userId);
    const grant = state && isOwner ? grantOf(state, at) : null;
    const known = entitlements.grants.find((other) => other.id === id);
    // The payment service may not report a start; then the time of the first sync stays the start.
    if (grant && known && known.startsAt < grant.startsAt) grant.startsAt = known.startsAt;
    return { ...addPaid(entitlements, id, grant), customerId: (grant && state?.customerId) ?? undefined };
  });
}

/** Retention of event ids; the payment service retries for three days. */
const EVENT_RETENTION_MS = 30 * DAY;

type EventResult = "done" | "repeated" | "ignored" | "refused" | "try_again";

/** Handles a webhook event once, after checking the signature over its raw bytes. */
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
    if (!isPaymentFailure(error)) throw error;
    // The payment service sends the event again; nothing has changed.
    return "try_again";
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

/** Finds the user id in the metadata of the session, else by the customer id, else in the metadata of the subscription. */
async function memberIdOf(object: Subject, subscriptionId: string): Promise<number | null> {
  const memberId = object.client_reference_id ?? object.metadata[MEMBER_ID_KEY];
  if (memberId !== undefined) return parseUserId(memberId);
  if (object.customer) {
    const user = await UserModel.findOne({ "billing.customerId": object.customer }).select({ _id: 1 }).lean();
    if (user) return user._id;
  }
  const state = await fetchSubscription(subscriptionId);
  return parseUserId(state?.metadata[MEMBER_ID_KEY] ?? "");
}

const parseUserId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null);

async function recordEvent({ id, type }: PaymentEvent): Promise<void> {
  const at = now();
  const expiresAt = new Date(at.getTime() + EVENT_RETENTION_MS);
  await createIfMissing(BillingEventModel, { _id: id, kind: type, at, expiresAt });
}

const BATCH = 200;

/**
 * Reconciles plans that are due, so that ended periods are recorded and emails go out, and recovers redemptions and
 * ledger lines after a crash.
 * @returns how many plans were reconciled
 */
export async function reconcilePlans(signal?: AbortSignal): Promise<number> {
  let reconciled = 0;
  while (!signal?.aborted) {
    const due = await UserModel.find({ "plan.nextAt": { $gt: new Date(0), $lte: now() } })
      .sort({ "plan.nextAt": 1 })
      .select({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const { _id } of due) {
      if (signal?.aborted) return reconciled;
      await syncOverdue(_id);
      await reconcilePlan(_id);
      reconciled += 1;
    }
    if (due.length < BATCH) break;
  }
  while (!signal?.aborted && (await recoverRedemptions()) > 0);
  while (!signal?.aborted && (await recoverLedger()) > 0);
  return reconciled;
}

/** Syncs overdue subscriptions, whose event may have been lost. */
async function syncOverdue(userId: number): Promise<void> {
  if (!arePaymentsConfigured()) return;
  const { paid } = await readEntitlements(userId);
  for (const grant of paid) {
    if (!isSubscriptionOverdue(grant, now())) continue;
    try {
      await syncSubscription(userId, grant.id);
    } catch (error) {
      // A failed query is repeated at the time that nextPlanCheckAt returns.
      if (!isPaymentFailure(error)) throw error;
    }
  }
}
