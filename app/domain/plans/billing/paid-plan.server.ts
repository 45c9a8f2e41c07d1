import { UserModel } from "#models/user.server";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import type { Member } from "~/domain/member/member";
import type { Grant, Plan } from "~/domain/member/plan";
import { countEvent } from "~/domain/operations/daily-events.server";
import { readEntitlements } from "~/domain/plans/changes/change-plan.server";
import { monthsLater } from "~/domain/plans/changes/notices";
import { PAUSED_FROM, syncSubscription } from "~/domain/plans/reconcile-plans.server";
import type { CancelReason } from "~/domain/plans/texts";
import { t } from "~/i18n/t";
import { linkOrigin } from "~/platform/request-context.server";
import { randomToken } from "~/platform/signing.server";
import {
  arePaymentsConfigured,
  createPortal,
  endSubscription,
  expireCheckout,
  fetchInvoices,
  updateSubscription,
  type SubscriptionChange,
} from "~/platform/stripe.server";
import { catchPaymentFailure, isPaymentFailure, type PaymentFailure } from "./offers.server";

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

export type PaidResult = { ok: true; plan: Plan } | { ok: false; code: PaymentFailure | "off" | "nothing" };

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
 * page. Idempotent: a plan that is cancelled already needs no call, so that its account can be destroyed at any time.
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
