import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { PaymentServer, paymentSettings } from "#tests/support/payment-server";
import { setWait } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { SubscriptionObject } from "./objects.server";
import { createCheckout, fetchSubscription, isPaymentsSetUp } from "./payments.server";
import { callStripe, encodeParameters, PaymentsAwayError, PaymentsRefusedError } from "./request.server";
import { isPayloadSigned, signPayload } from "./signature.server";

const server = new PaymentServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  setWait();
  Object.assign(server, { mood: "good", lose: 0, requests: [] });
  const { STRIPE_WEBHOOK_SECRET, ...rest } = paymentSettings(server.url);
  Object.assign(env, rest, { STRIPE_WEBHOOK_SECRET: [STRIPE_WEBHOOK_SECRET] });
});

describe("a signature", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const body = '{"id":"evt_1"}';
  const bytes = Buffer.from(body);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const header = signPayload("whsec_a", body, now);

  it("fits its body, its secret and its time, and nothing else", () => {
    expect(isPayloadSigned(header, bytes, ["whsec_a"], now)).toBe(true);
    expect(isPayloadSigned(header, bytes, ["whsec_new", "whsec_a"], now)).toBe(true);
    expect(isPayloadSigned(header, Buffer.from(`${body} `), ["whsec_a"], now)).toBe(false);
    expect(isPayloadSigned(header, bytes, ["whsec_b"], now)).toBe(false);
    expect(isPayloadSigned(header, bytes, [], now)).toBe(false);
  });

  it("holds for three hundred seconds before and after", () => {
    for (const [seconds, fits] of [
      [300, true],
      [301, false],
      [-300, true],
      [-301, false],
    ] as const)
      expect(isPayloadSigned(header, bytes, ["whsec_a"], later(seconds))).toBe(fits);
  });

  it("may be one of several, and is needed", () => {
    const [t, v1] = header.split(",");
    expect(isPayloadSigned(`${t},v1=${"0".repeat(64)},${v1},v0=abc`, bytes, ["whsec_a"], now)).toBe(true);
    for (const wrong of [
      null,
      "",
      "t=1",
      t ?? "",
      v1 ?? "",
      `${t},v0=${v1?.slice(3)}`,
      `${t},${t},${v1}`,
      "t=x,v1=y",
    ])
      expect(isPayloadSigned(wrong, bytes, ["whsec_a"], now)).toBe(false);
  });
});

describe("calls", () => {
  it("write nested parameters as the interface takes them", () => {
    const text = decodeURIComponent(
      encodeParameters({
        a: { b: "c", d: undefined },
        list: [{ price: "p", quantity: 1 }],
        yes: true,
      }).toString(),
    );
    expect(text).toBe("a[b]=c&list[0][price]=p&list[0][quantity]=1&yes=true");
  });

  it("carry the key, the version and, when they write, one idempotency key for every try", async () => {
    server.lose = 2;
    const parameters = { line_items: [{ price: "price_growth_month" }], success_url: "http://localhost" };
    const session = await createCheckout(parameters, "checkout-1");
    expect(server.requests.map(({ key }) => key)).toEqual(["checkout-1", "checkout-1", "checkout-1"]);
    expect([...server.sessions.keys()]).toEqual([session.id]);
  });

  it("that are not answered are tried three times, then the service is away", async () => {
    setWait(() => Promise.resolve());
    for (const mood of ["away", "error", "garbage"] as const) {
      Object.assign(server, { mood, requests: [] });
      await expect(fetchSubscription("sub_1")).rejects.toBeInstanceOf(PaymentsAwayError);
      expect(server.requests).toHaveLength(3);
    }
  });

  it("wait for a slow answer no longer than they say", { tags: ["release"] }, async () => {
    server.mood = "slow";
    const started = Date.now();
    const slow = callStripe(z.unknown(), { method: "GET", path: "invoices", timeoutMs: 100 });
    await expect(slow).rejects.toBeInstanceOf(PaymentsAwayError);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it("that are refused are not repeated; an unknown subscription counts as absent", async () => {
    await expect(callStripe(z.unknown(), { method: "GET", path: "nothing" })).rejects.toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    expect(server.requests).toHaveLength(1);
    expect(await fetchSubscription("sub_unknown")).toBeNull();
    await expect(fetchSubscription("../customers")).rejects.toBeInstanceOf(PaymentsRefusedError);
  });
});

describe("objects", () => {
  it("are read in the shapes of before and after 2025", () => {
    const common = { id: "sub_1", status: "active", customer: { id: "cus_1" }, metadata: null };
    const item = { id: "si_1", price: { id: "price_1", recurring: { interval: "year" } } };
    const old = SubscriptionObject.parse({ ...common, current_period_end: 100, items: { data: [item] } });
    const recent = SubscriptionObject.parse({
      ...common,
      items: { data: [{ ...item, current_period_end: 100 }] },
    });
    for (const read of [old, recent])
      expect(read).toMatchObject({
        periodEnd: new Date(100_000),
        customerId: "cus_1",
        isYearly: true,
        cancelAt: null,
      });
    const ending = { ...common, current_period_end: 100, cancel_at_period_end: true };
    expect(SubscriptionObject.parse(ending).cancelAt).toEqual(new Date(100_000));
  });
});

it("payments are set up with a key, a webhook secret and a price", () => {
  expect(isPaymentsSetUp()).toBe(true);
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const) {
    const kept = env[name];
    Object.assign(env, { [name]: undefined });
    expect(isPaymentsSetUp()).toBe(false);
    Object.assign(env, { [name]: kept });
  }
  Object.assign(env, { STRIPE_PRICE_TIER1: undefined, STRIPE_PRICE_TIER2: undefined });
  expect(isPaymentsSetUp()).toBe(false);
});
