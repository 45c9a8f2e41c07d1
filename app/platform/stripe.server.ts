import type Stripe from "stripe";
import { z } from "zod";
import { env } from "./env.server";
import { log } from "./log.server";

export type { Stripe };

/** Stripe did not respond in time or failed: the same call may succeed later. */
export class PaymentsUnavailableError extends Error {
  override name = "PaymentsUnavailableError";
}

/** Stripe rejected a call. `code` is Stripe's error code; the message contains no data of the member. */
export class PaymentRejectedError extends Error {
  override name = "PaymentRejectedError";
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

/** Calls Stripe, with retries after temporary failures. @throws PaymentsUnavailableError, PaymentRejectedError */
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
    // A conflict means that another call with the same idempotency key is still running.
    if (statusCode < 500 && statusCode !== 429 && (statusCode !== 409 || rawType === "idempotency_error"))
      throw new PaymentRejectedError(statusCode, code);
    log.warn("payments.away", { reason: type });
    throw new PaymentsUnavailableError(type);
  }
}

/** Whether API key, webhook secret and at least one price are set. */
export function arePaymentsConfigured(): boolean {
  return Boolean(
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && (env.STRIPE_PRICE_TIER1 ?? env.STRIPE_PRICE_TIER2),
  );
}

const isNotFound = (error: unknown) => error instanceof PaymentRejectedError && error.status === 404;

const toDate = (seconds: number | null | undefined) =>
  typeof seconds === "number" ? new Date(seconds * 1000) : null;
const idOf = (reference: string | { id: string } | null) =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

export type SubscriptionState = ReturnType<typeof toSubscriptionState>;

function toSubscriptionState(subscription: Stripe.Subscription) {
  const [item] = subscription.items.data;
  const periodEnd = toDate(item?.current_period_end);
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: idOf(subscription.customer),
    startedAt: toDate(subscription.start_date),
    periodEnd,
    cancelAt: toDate(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    metadata: subscription.metadata,
    isPaused: subscription.pause_collection !== null,
    resumesAt: toDate(subscription.pause_collection?.resumes_at),
    itemId: item?.id ?? null,
    priceId: item?.price.id ?? null,
    isYearly: item?.price.recurring?.interval === "year",
  };
}

/** The current state of a subscription; null if Stripe does not know it. */
export async function fetchSubscription(id: string): Promise<SubscriptionState | null> {
  try {
    return toSubscriptionState(await callStripe((stripe) => stripe.subscriptions.retrieve(id)));
  } catch (error) {
    if (isNotFound(error)) return null;
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

/** Cancels a subscription immediately. An unknown subscription counts as ended. */
export async function endSubscription(id: string): Promise<void> {
  try {
    await callStripe((stripe) => stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end-${id}` }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

const toCheckout = ({ id, url, status, subscription }: Stripe.Checkout.Session) => ({
  id,
  url,
  isComplete: status === "complete",
  subscriptionId: idOf(subscription),
});

export async function createCheckout(
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
) {
  return toCheckout(
    await callStripe((stripe) => stripe.checkout.sessions.create(parameters, { idempotencyKey })),
  );
}

/** Expires an open checkout. @returns false if it cannot expire because it was completed */
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
    return toCheckout(await callStripe((stripe) => stripe.checkout.sessions.retrieve(id)));
  } catch (error) {
    if (error instanceof PaymentRejectedError) return null;
    throw error;
  }
}

/** Creates a session of the customer portal. @returns its URL */
export async function createPortal(parameters: Stripe.BillingPortal.SessionCreateParams): Promise<string> {
  const { url } = await callStripe((stripe) => stripe.billingPortal.sessions.create(parameters));
  return url;
}

/** The newest invoices of a customer. The timeout is short because a page waits for them. */
export async function fetchInvoices(customerId: string, limit: number) {
  const { data } = await callStripe((stripe) =>
    stripe.invoices.list({ customer: customerId, limit }, { timeout: 3_000 }),
  );
  return data.map(({ id, number, created, total, currency, status, hosted_invoice_url: url }) => ({
    id,
    number,
    at: toDate(created),
    total,
    currency: currency.toUpperCase(),
    status: status ?? "",
    url: url ?? null,
  }));
}

/** A reference is an id, or the object itself if it is expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === "string" ? value : (value?.id ?? null)));
const metadata = z.record(z.string(), z.string()).catch({});

/** The fields of an event that are used. They are optional because the webhook's API version, set at Stripe, decides its shape. */
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
 * Verifies a webhook body against each of the secrets; there are two during a rotation. A signed body of an unknown shape
 * yields no event.
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
