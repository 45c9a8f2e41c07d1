import { countEvent } from "~/domain/analytics/event-days.server";
import type { Member } from "~/domain/member/member";
import type { Grant, Plan } from "~/domain/member/plan";
import { monthsLater } from "~/domain/plans/changes/plan-days";
import { readHolding } from "~/domain/plans/changes/read-holding.server";
import { houseOrigin } from "~/platform/house-origin.server";
import { PaymentsAwayError, PaymentsRefusedError } from "~/platform/stripe/client.server";
import {
  createPortal,
  fetchInvoices,
  isPaymentsSetUp,
  updateSubscription,
  type SubscriptionChange,
} from "~/platform/stripe/payments.server";
import type { CancelReason } from "./cancel-reasons";
import { invoiceLine, type InvoiceLine } from "./invoice-line";
import { outcomeOf, type PaymentFailure } from "./payment-failure.server";
import { PAUSED_FROM, syncSubscription } from "./sync-subscription.server";

export type PaidResult = { ok: true; plan: Plan } | { ok: false; code: PaymentFailure | "off" | "nothing" };

/** Updates every subscription of a member for which `changeOf` gives a change, and reads the result back. */
async function write(
  member: Member,
  key: string,
  changeOf: (grant: Grant) => SubscriptionChange | null,
): Promise<PaidResult> {
  const { paid, plan } = await readHolding(member.id);
  if (paid.length === 0) return { ok: false, code: "nothing" };
  if (!isPaymentsSetUp()) return { ok: false, code: "off" };
  return outcomeOf(async () => {
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

/**
 * Cancels at the end of the time that is paid for, in one post. Nothing more is charged. A reason is counted
 * and not kept with the person.
 */
export async function cancelAtEnd(
  member: Member,
  submission: string,
  reason?: CancelReason,
): Promise<PaidResult> {
  let isNews = false;
  const result = await write(member, `cancel-${submission}`, ({ paid }) => {
    if (paid?.cancelAt) return null;
    isNews = true;
    return { cancel_at_period_end: true };
  });
  if (result.ok && isNews && reason) await countEvent(`cancelled:${reason}`);
  return result;
}

/** Takes a cancellation back while the plan still runs. */
export function keepPlan(member: Member, submission: string): Promise<PaidResult> {
  return write(member, `keep-${submission}`, ({ paid }) =>
    paid?.cancelAt ? { cancel_at_period_end: false } : null,
  );
}

/** Pauses for some months after the time that is paid for: nothing is charged and the plan is paused, then both resume. */
export function pausePlan(member: Member, months: number, submission: string): Promise<PaidResult> {
  return write(member, `pause-${submission}`, ({ paid }) => {
    if (!paid?.renewsAt || paid.cancelAt || paid.pausedFrom) return null;
    const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
    return {
      pause_collection: { behavior: "void", resumes_at: seconds(monthsLater(paid.renewsAt, months)) },
      metadata: { [PAUSED_FROM]: String(seconds(paid.renewsAt)) },
    };
  });
}

/** Ends a pause now. */
export function resumePlan(member: Member, submission: string): Promise<PaidResult> {
  return write(member, `resume-${submission}`, ({ paid }) =>
    paid?.pausedFrom ? { pause_collection: "", metadata: { [PAUSED_FROM]: "" } } : null,
  );
}

/** The payment service's own page for card, address and invoices. */
export async function openPortal(
  member: Member,
): Promise<{ ok: true; url: string } | { ok: false; code: PaymentFailure | "off" | "nothing" }> {
  const { billing } = await readHolding(member.id);
  if (!billing?.customerId) return { ok: false, code: "nothing" };
  if (!isPaymentsSetUp()) return { ok: false, code: "off" };
  const { customerId } = billing;
  return outcomeOf(async () => ({
    ok: true,
    url: await createPortal({ customer: customerId, return_url: `${houseOrigin()}/settings/plan` }),
  }));
}

export type Invoices = { state: "none" } | { state: "away" } | { state: "listed"; invoices: InvoiceLine[] };

/** The person's invoices, as links to the payment service. It may be away; the page says so and stays whole. */
export async function listInvoices(member: Member, customerId: string | null): Promise<Invoices> {
  if (!customerId || !isPaymentsSetUp()) return { state: "none" };
  try {
    const invoices = await fetchInvoices(customerId, 24);
    return { state: "listed", invoices: invoices.map((invoice) => invoiceLine(invoice, member.timezone)) };
  } catch (error) {
    if (error instanceof PaymentsAwayError || error instanceof PaymentsRefusedError) return { state: "away" };
    throw error;
  }
}
