import type Stripe from "stripe";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

export type { Stripe };

/** The payment service did not respond in time or failed: the same call may succeed later. */
export class PaymentsAwayError extends Error {
  override name = "PaymentsAwayError";
}

/** The payment service refused a call. `code` is Stripe's own code; the message holds nothing of the member. */
export class PaymentsRefusedError extends Error {
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
      throw new PaymentsRefusedError(statusCode, code);
    log.warn("payments.away", { reason: type });
    throw new PaymentsAwayError(type);
  }
}
