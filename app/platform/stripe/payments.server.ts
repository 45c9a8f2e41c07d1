import { env } from "~/platform/env.server";
import { callStripe, PaymentsRefusedError, type Stripe } from "./client.server";

/** Whether payments are set up: with a key, with a way to hear of payments, and with something to sell. */
export function isPaymentsSetUp(): boolean {
  return Boolean(
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && (env.STRIPE_PRICE_TIER1 ?? env.STRIPE_PRICE_TIER2),
  );
}

const isUnknown = (error: unknown) => error instanceof PaymentsRefusedError && error.status === 404;

const dateOf = (seconds: number | null | undefined) =>
  typeof seconds === "number" ? new Date(seconds * 1000) : null;
const idOf = (reference: string | { id: string } | null) =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

export type SubscriptionState = ReturnType<typeof stateOf>;

function stateOf(subscription: Stripe.Subscription) {
  const [item] = subscription.items.data;
  const periodEnd = dateOf(item?.current_period_end);
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: idOf(subscription.customer),
    startedAt: dateOf(subscription.start_date),
    periodEnd,
    cancelAt: dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    metadata: subscription.metadata,
    isPaused: subscription.pause_collection !== null,
    resumesAt: dateOf(subscription.pause_collection?.resumes_at),
    itemId: item?.id ?? null,
    priceId: item?.price.id ?? null,
    isYearly: item?.price.recurring?.interval === "year",
  };
}

/** A subscription as it is now; null when the service knows none. */
export async function fetchSubscription(id: string): Promise<SubscriptionState | null> {
  try {
    return stateOf(await callStripe((stripe) => stripe.subscriptions.retrieve(id)));
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

export type SubscriptionChange = Stripe.SubscriptionUpdateParams;

export async function updateSubscription(
  id: string,
  change: SubscriptionChange,
  idempotencyKey: string,
): Promise<void> {
  await callStripe((stripe) => stripe.subscriptions.update(id, change, { idempotencyKey }));
}

/** Ends a subscription at once. One that is gone already counts as ended. */
export async function endSubscription(id: string): Promise<void> {
  try {
    await callStripe((stripe) => stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end-${id}` }));
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
}

const checkoutOf = ({ id, url, status, subscription }: Stripe.Checkout.Session) => ({
  id,
  url,
  isComplete: status === "complete",
  subscriptionId: idOf(subscription),
});

export async function createCheckout(
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
) {
  return checkoutOf(
    await callStripe((stripe) => stripe.checkout.sessions.create(parameters, { idempotencyKey })),
  );
}

/** Closes a payment page that is open. False when it cannot be closed because it has been used. */
export async function expireCheckout(id: string): Promise<boolean> {
  try {
    await callStripe((stripe) => stripe.checkout.sessions.expire(id));
    return true;
  } catch (error) {
    if (error instanceof PaymentsRefusedError) return false;
    throw error;
  }
}

export async function fetchCheckout(id: string) {
  try {
    return checkoutOf(await callStripe((stripe) => stripe.checkout.sessions.retrieve(id)));
  } catch (error) {
    if (error instanceof PaymentsRefusedError) return null;
    throw error;
  }
}

/** An address on the payment service where people see to their card, their invoices and their plan. */
export async function createPortal(parameters: Stripe.BillingPortal.SessionCreateParams): Promise<string> {
  const { url } = await callStripe((stripe) => stripe.billingPortal.sessions.create(parameters));
  return url;
}

/** The newest invoices of a customer; a page waits for them, so not for long. */
export async function fetchInvoices(customerId: string, limit: number) {
  const { data } = await callStripe((stripe) =>
    stripe.invoices.list({ customer: customerId, limit }, { timeout: 3_000 }),
  );
  return data.map(({ id, number, created, total, currency, status, hosted_invoice_url: url }) => ({
    id,
    number,
    at: dateOf(created),
    total,
    currency: currency.toUpperCase(),
    status: status ?? "",
    url: url ?? null,
  }));
}
