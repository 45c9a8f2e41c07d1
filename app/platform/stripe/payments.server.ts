import { z } from "zod";
import { env } from "~/platform/env.server";
import {
  CheckoutObject,
  InvoicesObject,
  PortalObject,
  SubscriptionObject,
  type InvoiceState,
  type SubscriptionState,
} from "./objects.server";
import { callStripe, PaymentsRefusedError, type Parameters } from "./request.server";

/** The calls that we make. Ids are checked, because they become part of an address. */
const ID = /^[A-Za-z0-9_]{1,255}$/;
const safe = (id: string) => {
  if (!ID.test(id)) throw new PaymentsRefusedError(400, "strange_id");
  return id;
};

/** Whether payments are set up: with a key, with a way to hear of payments, and with something to sell. */
export function isPaymentsSetUp(): boolean {
  return Boolean(
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET && (env.STRIPE_PRICE_TIER1 ?? env.STRIPE_PRICE_TIER2),
  );
}

/** A subscription as it is now; null when the service knows none. */
export async function fetchSubscription(id: string): Promise<SubscriptionState | null> {
  try {
    return await callStripe(SubscriptionObject, { method: "GET", path: `subscriptions/${safe(id)}` });
  } catch (error) {
    if (error instanceof PaymentsRefusedError && error.status === 404) return null;
    throw error;
  }
}

export function updateSubscription(
  id: string,
  parameters: Parameters,
  idempotencyKey: string,
): Promise<SubscriptionState> {
  const path = `subscriptions/${safe(id)}`;
  return callStripe(SubscriptionObject, { method: "POST", path, parameters, idempotencyKey });
}

/** Ends a subscription at once. One that is gone already counts as ended. */
export async function endSubscription(id: string): Promise<void> {
  try {
    await callStripe(z.unknown(), {
      method: "DELETE",
      path: `subscriptions/${safe(id)}`,
      idempotencyKey: `end-${id}`,
    });
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError && error.status === 404)) throw error;
  }
}

type Checkout = z.output<typeof CheckoutObject>;

export function createCheckout(parameters: Parameters, idempotencyKey: string): Promise<Checkout> {
  return callStripe(CheckoutObject, {
    method: "POST",
    path: "checkout/sessions",
    parameters,
    idempotencyKey,
  });
}

/** Closes a payment page that is open. False when it cannot be closed because it has been used. */
export async function expireCheckout(id: string): Promise<boolean> {
  try {
    await callStripe(CheckoutObject, { method: "POST", path: `checkout/sessions/${safe(id)}/expire` });
    return true;
  } catch (error) {
    if (error instanceof PaymentsRefusedError) return false;
    throw error;
  }
}

export async function fetchCheckout(id: string): Promise<Checkout | null> {
  try {
    return await callStripe(CheckoutObject, { method: "GET", path: `checkout/sessions/${safe(id)}` });
  } catch (error) {
    if (error instanceof PaymentsRefusedError) return null;
    throw error;
  }
}

/** An address on the payment service where people see to their card, their invoices and their plan. */
export async function createPortal(parameters: Parameters): Promise<string> {
  const { url } = await callStripe(PortalObject, {
    method: "POST",
    path: "billing_portal/sessions",
    parameters,
  });
  return url;
}

/** The newest invoices of a customer; a page waits for them, so not for long. */
export async function fetchInvoices(customerId: string, limit: number): Promise<InvoiceState[]> {
  const parameters = { customer: safe(customerId), limit };
  const { data } = await callStripe(InvoicesObject, {
    method: "GET",
    path: "invoices",
    parameters,
    timeoutMs: 3_000,
  });
  return data;
}
