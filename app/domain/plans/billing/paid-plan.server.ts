import { UserModel } from "#models/user.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { BillingInterval, Grant, PaidTier, Plan } from "~/domain/member/plan";
import { countEvent } from "~/domain/operations/daily-events.server";
import { readEntitlements } from "~/domain/plans/changes/change-plan.server";
import { monthsLater } from "~/domain/plans/changes/notices";
import { MEMBER_ID_KEY, PAUSED_FROM, syncSubscription } from "~/domain/plans/reconcile-plans.server";
import type { CancelReason } from "~/domain/plans/texts";
import { t } from "~/i18n/t";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import {
  arePaymentsConfigured,
  createCheckout,
  createPortal,
  endSubscription,
  expireCheckout,
  fetchCheckout,
  fetchInvoices,
  fetchSubscription,
  updateSubscription,
  type SubscriptionChange,
} from "~/platform/stripe.server";
import {
  catchPaymentFailure,
  isPaymentFailure,
  offers,
  type Offer,
  type PaymentFailure,
} from "./offers.server";

export type CheckoutResult =
  | { ok: true; url: string }
  | { ok: false; code: PaymentFailure | "off" | "same_plan" | "already_paid" };

/**
 * Creates a checkout page for a plan. A member who already has a paid plan gets the portal page for changing it instead,
 * so that nobody pays for two plans. `submission` is the form's idempotency key: a resubmitted form gets the same page and
 * is charged once.
 */
export async function startCheckout(
  member: Member,
  { tier, interval }: { tier: PaidTier; interval: BillingInterval },
  submission: string,
): Promise<CheckoutResult> {
  const offer = offers().find((sold) => sold.tier === tier && sold.interval === interval);
  if (!offer) return { ok: false, code: "off" };
  return catchPaymentFailure(async () => {
    const { paid, billing } = await readEntitlements(member.id);
    const current = paid[0];
    if (current) return changeOnPortal(current, offer, billing?.customerId ?? null);
    const session = await createCheckout(
      {
        mode: "subscription",
        line_items: [{ price: offer.priceId, quantity: 1 }],
        [MEMBER_ID_KEY]: String(member.id),
        metadata: { tier, [MEMBER_ID_KEY]: String(member.id) },
        subscription_data: { metadata: { tier, [MEMBER_ID_KEY]: String(member.id) } },
        ...(billing?.customerId ? { customer: billing.customerId } : { customer_email: member.email }),
        success_url: `${linkOrigin()}/settings/plan?paid=1`,
        cancel_url: `${linkOrigin()}/subscribe`,
      },
      `checkout-${member.id}-${submission}-${tier}-${interval}`,
    );
    if (!(await closeEarlierCheckout(member.id, session.id))) return { ok: false, code: "already_paid" };
    return session.url ? { ok: true, url: session.url } : { ok: false, code: "refused" };
  });
}

/**
 * Keeps one checkout page open per member, so that two tabs cannot pay twice: expires the earlier one.
 * @returns false when the earlier one was paid concurrently; the new one is then expired
 */
async function closeEarlierCheckout(userId: number, id: string): Promise<boolean> {
  const user = await UserModel.findOneAndUpdate(
    { _id: userId },
    { $set: { "billing.checkoutId": id } },
    { returnDocument: "before" },
  ).lean();
  const earlierId = user?.billing?.checkoutId;
  if (!earlierId || earlierId === id || (await expireCheckout(earlierId))) return true;
  const earlier = await fetchCheckout(earlierId);
  if (!earlier?.isComplete || !earlier.subscriptionId) return true;
  await syncSubscription(userId, earlier.subscriptionId);
  // Checks the grants and not the current plan, because another grant may take precedence.
  if ((await readEntitlements(userId)).paid.length === 0) return true;
  await expireCheckout(id);
  return false;
}

async function changeOnPortal(
  current: Grant,
  { tier, interval, priceId }: Offer,
  customerId: string | null,
): Promise<CheckoutResult> {
  if (current.tier === tier && current.paid?.interval === interval) return { ok: false, code: "same_plan" };
  const itemId = customerId && (await fetchSubscription(current.id))?.itemId;
  if (!customerId || !itemId) return { ok: false, code: "already_paid" };
  const returnUrl = `${linkOrigin()}/settings/plan`;
  const url = await createPortal({
    customer: customerId,
    return_url: returnUrl,
    flow_data: {
      type: "subscription_update_confirm",
      subscription_update_confirm: {
        subscription: current.id,
        items: [{ id: itemId, price: priceId, quantity: 1 }],
      },
      after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
    },
  });
  return { ok: true, url };
}

type InvoiceLine = {
  id: string;
  name: string;
  date: string;
  amount: string;
  state: string;
  url: string | null;
};

type Invoice = {
  id: string;
  number: string | null;
  at: Date | null;
  total: number;
  currency: string;
  status: string;
  url: string | null;
};

/** Currencies without decimals that the payment service still counts in hundredths. */
const COUNTED_IN_HUNDREDTHS = ["ISK", "UGX"];

/** `total` is in the smallest unit of the currency. */
function formatAmount(total: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = COUNTED_IN_HUNDREDTHS.includes(currency)
    ? 2
    : (format.resolvedOptions().maximumFractionDigits ?? 2);
  return format.format(total / 10 ** digits);
}

const INVOICE_STATES: Record<string, string> = {
  draft: "being written",
  open: "open",
  paid: "paid",
  void: "void",
  uncollectible: "not paid",
};

function invoiceLine(invoice: Invoice, timezone: string): InvoiceLine {
  const { id, number, at, total, currency, status, url } = invoice;
  return {
    id,
    name: number ?? t("Invoice"),
    date: at ? formatDate(localMoment(at, timezone).date) : "",
    amount: formatAmount(total, currency),
    state: INVOICE_STATES[status] ?? status,
    url,
  };
}

type PaidResult = { ok: true; plan: Plan } | { ok: false; code: PaymentFailure | "off" | "nothing" };

/**
 * Updates every subscription for which `changeOf` returns a change, then syncs it. `key` makes the calls idempotent.
 */
async function updateSubscriptions(
  member: Member,
  key: string,
  changeOf: (grant: Grant) => SubscriptionChange | null,
): Promise<PaidResult> {
  const { paid, plan } = await readEntitlements(member.id);
  if (paid.length === 0) return { ok: false, code: "nothing" };
  if (!arePaymentsConfigured()) return { ok: false, code: "off" };
  return catchPaymentFailure(async () => {
    let last = plan;
    for (const grant of paid) {
      const change = changeOf(grant);
      if (!change) continue;
      await updateSubscription(grant.id, change, `${key}-${grant.id}`);
      last = (await syncSubscription(member.id, grant.id))?.plan ?? last;
    }
    return { ok: true, plan: last };
  });
}

/** Cancels at the end of the paid period. The reason is counted per day and not stored with the member. */
export async function cancelAtPeriodEnd(
  member: Member,
  submission: string,
  reason?: CancelReason,
): Promise<PaidResult> {
  let isNew = false;
  const result = await updateSubscriptions(member, `cancel-${submission}`, ({ paid }) => {
    if (paid?.cancelAt) return null;
    isNew = true;
    return { cancel_at_period_end: true };
  });
  if (result.ok && isNew && reason) await countEvent(`cancelled:${reason}`);
  return result;
}

/** Withdraws a cancellation while the paid period lasts. */
export function undoCancellation(member: Member, submission: string): Promise<PaidResult> {
  return updateSubscriptions(member, `keep-${submission}`, ({ paid }) =>
    paid?.cancelAt ? { cancel_at_period_end: false } : null,
  );
}

/** Pauses for some months after the paid period: the plan is suspended without charge, then resumes. */
export function pausePlan(member: Member, months: number, submission: string): Promise<PaidResult> {
  return updateSubscriptions(member, `pause-${submission}`, ({ paid }) => {
    if (!paid?.renewsAt || paid.cancelAt || paid.pausedFrom) return null;
    const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
    return {
      pause_collection: { behavior: "void", resumes_at: seconds(monthsLater(paid.renewsAt, months)) },
      metadata: { [PAUSED_FROM]: String(seconds(paid.renewsAt)) },
    };
  });
}

export function resumePlan(member: Member, submission: string): Promise<PaidResult> {
  return updateSubscriptions(member, `resume-${submission}`, ({ paid }) =>
    paid?.pausedFrom ? { pause_collection: "", metadata: { [PAUSED_FROM]: "" } } : null,
  );
}

/** Link to the payment service's portal for card, address and invoices. */
export async function openPortal(
  member: Member,
): Promise<{ ok: true; url: string } | { ok: false; code: PaymentFailure | "off" | "nothing" }> {
  const { billing } = await readEntitlements(member.id);
  if (!billing?.customerId) return { ok: false, code: "nothing" };
  if (!arePaymentsConfigured()) return { ok: false, code: "off" };
  const { customerId } = billing;
  return catchPaymentFailure(async () => ({
    ok: true,
    url: await createPortal({ customer: customerId, return_url: `${linkOrigin()}/settings/plan` }),
  }));
}

export type Invoices = { state: "none" } | { state: "away" } | { state: "listed"; invoices: InvoiceLine[] };

/** The member's latest invoices; `away` when the payment service is unavailable. */
export async function listInvoices(member: Member, customerId: string | null): Promise<Invoices> {
  if (!customerId || !arePaymentsConfigured()) return { state: "none" };
  try {
    const invoices = await fetchInvoices(customerId, 24);
    return { state: "listed", invoices: invoices.map((invoice) => invoiceLine(invoice, member.timezone)) };
  } catch (error) {
    if (!isPaymentFailure(error)) throw error;
    return { state: "away" };
  }
}

/**
 * Ends all charges before an account is deleted. Cancels paid plans at the end of the period, so that a member who
 * cancels the deletion keeps the plan; ends subscriptions with a late payment at once, and expires an open checkout
 * page. Idempotent: a plan that is cancelled already needs no call, so that its account can be destroyed even while
 * the payment service is unavailable.
 * @returns `away` when the payment service is unavailable; the deletion has to wait
 */
export async function cancelPaidPlan(member: {
  id: number;
}): Promise<{ ok: true } | { ok: false; code: "away" }> {
  const { paid, billing } = await readEntitlements(member.id);
  if (!arePaymentsConfigured()) return { ok: true };
  const result = await catchPaymentFailure(async () => {
    if (billing?.checkoutId) {
      await expireCheckout(billing.checkoutId);
      await UserModel.updateOne(
        { _id: member.id, "billing.checkoutId": billing.checkoutId },
        { $set: { "billing.checkoutId": null } },
      );
    }
    for (const grant of paid) {
      if (grant.paid?.cancelAt && !grant.paid.late) continue;
      if (grant.paid?.late) await endSubscription(grant.id);
      else
        await updateSubscription(
          grant.id,
          { cancel_at_period_end: true },
          `leave-${grant.id}-${randomToken(9)}`,
        );
      await syncSubscription(member.id, grant.id);
    }
    return { ok: true } as const;
  });
  return result.ok ? result : { ok: false, code: "away" };
}
