import type Stripe from "stripe";
import { z } from "zod";
import { env } from "./env.server";
import { log } from "./log.server";

export type { Stripe };

/** The payment service did not respond in time or failed: the same call may succeed later. */
export class PaymentsUnavailableError extends Error {
  override name = "PaymentsAwayError";
}

/** The payment service refused a call. `code` is Stripe's own code; the message holds nothing of the member. */
export class PaymentRejectedError extends Error {
  override name = "PaymentsRefusedError";
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`refused with ${status} ${code}`);
  }
}

/** Stripe changes how subscriptions are billed between versions, so an upgrade of the package must not change this one. */
const API_VERSION = "2025-03-31.basil";

/** Most instances take no payments, so only the first call loads the package. */
export const loadStripe = async () => (await import("stripe")).default;

/** Calls Stripe, and retries a call that may succeed a moment later. @throws PaymentsAwayError, PaymentsRefusedError */
export async function callStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  const StripeClient = await loadStripe();
  const { protocol, hostname, port } = new URL(env.STRIPE_API_URL ?? "https://api.stripe.com");
  const isPlain = protocol === "http:";
  const stripe = new StripeClient(env.STRIPE_SECRET_KEY ?? "", {
    apiVersion: API_VERSION as Stripe.LatestApiVersion,
    protocol: isPlain ? "http" : "https",
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  try {
    return await call(stripe);
  } catch (error) {
    if (!(error instanceof StripeClient.errors.StripeError)) throw error;
    const { type, rawType, statusCode = 500, code = rawType ?? "unknown" } = error;
    // A conflict is another call with the same idempotency key that still runs.
    if (statusCode < 500 && statusCode !== 429 && (statusCode !== 409 || rawType === "idempotency_error"))
      throw new PaymentRejectedError(statusCode, code);
    log.warn("payments.away", { reason: type });
    throw new PaymentsUnavailableError(type);
  }
}

/** Whether payments are set up: with a key, with a way to hear of payments, and with something to sell. */
export function arePaymentsConfigured(): boolean {
  return Boolean(
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && (env.STRIPE_PRICE_TIER1 ?? env.STRIPE_PRICE_TIER2),
  );
}

const isUnknown = (error: unknown) => error instanceof PaymentRejectedError && error.status === 404;

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
    if (error instanceof PaymentRejectedError) return false;
    throw error;
  }
}

export async function fetchCheckout(id: string) {
  try {
    return checkoutOf(await callStripe((stripe) => stripe.checkout.sessions.retrieve(id)));
  } catch (error) {
    if (error instanceof PaymentRejectedError) return null;
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

/** A reference is an id, or the object itself where it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z.record(z.string(), z.string()).catch({});

/** The parts of an event that we read. Its shape depends on the webhook's API version, which is not ours to choose. */
const EventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      client_reference_id: z.string().nullish(),
      customer: reference,
      subscription: reference,
      metadata,
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});
export type PaymentEvent = z.output<typeof EventObject>;

/**
 * Verifies a body against each of the webhook's secrets: there are two while one is being changed. Without an event it is
 * signed, but not of a shape that we read.
 */
export async function verifyPaymentEvent(
  body: Uint8Array,
  signature: string | null,
  secrets: readonly string[],
  at: Date,
): Promise<{ isSigned: boolean; event?: PaymentEvent }> {
  const { errors, webhooks } = await loadStripe();
  for (const secret of secrets) {
    try {
      const event = webhooks.constructEvent(
        Buffer.from(body),
        signature ?? "",
        secret,
        webhooks.DEFAULT_TOLERANCE,
        undefined,
        at.getTime(),
      );
      return { isSigned: true, event: EventObject.safeParse(event).data };
    } catch (error) {
      if (!(error instanceof errors.StripeSignatureVerificationError)) return { isSigned: true };
    }
  }
  return { isSigned: false };
}
