import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PaymentServer, paymentSettings, signPayload } from "#tests/support/payment-server";
import { env } from "./env.server";
import {
  arePaymentsConfigured,
  callStripe,
  createCheckout,
  endSubscription,
  fetchSubscription,
  loadStripe,
  PaymentRejectedError,
  PaymentsUnavailableError,
  verifyPaymentEvent,
} from "./stripe.server";

const server = new PaymentServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(server, { mode: "good", unansweredWrites: 0, requests: [] });
  const { STRIPE_WEBHOOK_SECRET, ...rest } = paymentSettings(server.url);
  Object.assign(env, rest, { STRIPE_WEBHOOK_SECRET: [STRIPE_WEBHOOK_SECRET] });
});

describe("webhook event", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const body = '{"id":"evt_1","type":"invoice.paid","data":{"object":{"subscription":"sub_1"}}}';
  const bytes = Buffer.from(body);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const header = signPayload("whsec_a", body, now);
  const isSigned = async (...args: Parameters<typeof verifyPaymentEvent>) =>
    (await verifyPaymentEvent(...args)).isSigned;

  it("is accepted only with its body and one of the secrets", async () => {
    const { event } = await verifyPaymentEvent(bytes, header, ["whsec_new", "whsec_a"], now);
    expect(event).toMatchObject({ id: "evt_1", data: { object: { subscription: "sub_1", metadata: {} } } });
    expect(await isSigned(Buffer.from(`${body} `), header, ["whsec_a"], now)).toBe(false);
    expect(await isSigned(bytes, header, ["whsec_b"], now)).toBe(false);
    expect(await isSigned(bytes, header, [], now)).toBe(false);
    expect(await isSigned(bytes, null, ["whsec_a"], now)).toBe(false);
  });

  it("is rejected more than 300 seconds after its signature", async () => {
    expect(await isSigned(bytes, header, ["whsec_a"], later(300))).toBe(true);
    expect(await isSigned(bytes, header, ["whsec_a"], later(301))).toBe(false);
  });

  it("is signed but yields no data when its body has an unknown shape", async () => {
    for (const other of ["[]", "no JSON"]) {
      const signature = signPayload("whsec_a", other, now);
      expect(await verifyPaymentEvent(Buffer.from(other), signature, ["whsec_a"], now)).toEqual({
        isSigned: true,
      });
    }
  });
});

describe("Stripe call", () => {
  it("sends the same idempotency key in every attempt of a write", { tags: ["release"] }, async () => {
    server.unansweredWrites = 2;
    const session = await createCheckout(
      { line_items: [{ price: "price_growth_month" }], success_url: "http://localhost" },
      "checkout-1",
    );
    expect(server.requests.map(({ key }) => key)).toEqual(["checkout-1", "checkout-1", "checkout-1"]);
    expect([...server.sessions.keys()]).toEqual([session.id]);
  });

  it(
    "is retried when Stripe fails, but not when its response is unreadable",
    { tags: ["release"] },
    async () => {
      for (const [mode, tries] of [
        ["away", 3],
        ["error", 3],
        ["garbage", 1],
      ] as const) {
        Object.assign(server, { mode, requests: [] });
        await expect(fetchSubscription("sub_1")).rejects.toBeInstanceOf(PaymentsUnavailableError);
        expect(server.requests).toHaveLength(tries);
      }
    },
  );

  it("fails after its timeout when the response is slow", { tags: ["release"] }, async () => {
    server.mode = "slow";
    const started = Date.now();
    const slow = callStripe((stripe) => stripe.invoices.list({}, { timeout: 100 }));
    await expect(slow).rejects.toBeInstanceOf(PaymentsUnavailableError);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it("is not retried when Stripe rejects it, and treats an unknown subscription as ended", async () => {
    await expect(callStripe((stripe) => stripe.customers.retrieve("cus_1"))).rejects.toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(server.requests).toHaveLength(1);
    for (const id of ["sub_unknown", "../customers"]) {
      expect(await fetchSubscription(id)).toBeNull();
      await endSubscription(id);
    }
  });

  it("fails as unavailable on a rate limit or a running duplicate, and as rejected on a reused key", async () => {
    const { StripeError } = (await loadStripe()).errors;
    const failing = (statusCode: number, type: Stripe.RawErrorType) =>
      callStripe(() => Promise.reject(StripeError.generate({ statusCode, type })));
    await expect(failing(429, "rate_limit_error")).rejects.toBeInstanceOf(PaymentsUnavailableError);
    await expect(failing(409, "invalid_request_error")).rejects.toBeInstanceOf(PaymentsUnavailableError);
    await expect(failing(409, "idempotency_error")).rejects.toBeInstanceOf(PaymentRejectedError);
  });
});

it("requires a key, a webhook secret and a price for payments", () => {
  expect(arePaymentsConfigured()).toBe(true);
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const) {
    const value = env[name];
    Object.assign(env, { [name]: undefined });
    expect(arePaymentsConfigured()).toBe(false);
    Object.assign(env, { [name]: value });
  }
  Object.assign(env, { STRIPE_PRICE_TIER1: undefined, STRIPE_PRICE_TIER2: undefined });
  expect(arePaymentsConfigured()).toBe(false);
});
