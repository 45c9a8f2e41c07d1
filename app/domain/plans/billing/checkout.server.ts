import { UserModel } from "#models/user.server";
import type { Member } from "~/domain/member/member";
import type { BillingInterval, Grant, PaidTier } from "~/domain/member/plan";
import { readEntitlements } from "~/domain/plans/changes/change-plan.server";
import { MEMBER_ID_KEY, syncSubscription } from "~/domain/plans/reconcile-plans.server";
import { linkOrigin } from "~/platform/request-context.server";
import {
  createCheckout,
  createPortal,
  expireCheckout,
  fetchCheckout,
  fetchSubscription,
} from "~/platform/stripe.server";
import { catchPaymentFailure, offers, type Offer, type PaymentFailure } from "./offers.server";

export type CheckoutResult =
  | { ok: true; url: string }
  | { ok: false; code: PaymentFailure | "off" | "same_plan" | "already_paid" };

/**
 * Creates a checkout page for a plan; a member with a paid plan gets the portal page that changes it, so that no one
 * pays for two. `submission` is the form's idempotency key: a resubmitted form gets the same page and is charged
 * once.
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
