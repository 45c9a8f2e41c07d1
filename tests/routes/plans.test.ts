import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AuditEventModel } from "#models/operations.server";
import { DailyEventCountModel } from "#models/statistics.server";
import { UserModel } from "#models/user.server";
import { createSignedIn, readMember } from "#tests/factories/user";
import { PaymentServer, paymentSettings, signPayload, WEBHOOK_SECRET } from "#tests/support/payment-server";
import { answer, callJson, cookieOf, load, ORIGIN, submit, visit } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import { grantPlan, withdrawGrant } from "~/domain/plans/changes/grant.server";
import { createTrialKeys, NewKeysSchema } from "~/domain/plans/trial-keys/trial-keys.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { contentSecurityPolicy } from "~/render-document.server";
import { loader as root } from "~/root";
import { loader as analyticsLoader } from "~/routes/admin/analytics";
import { action as changeTier } from "~/routes/api/change-subscription-tier";
import { loader as dashboardLoader } from "~/routes/member/dashboard/route";
import { loader as planLoader, action as switchAction } from "~/routes/member/settings/plan";
import { action as settingsAction } from "~/routes/member/settings/prayer";
import { loader as plansLoader, action as subscribe } from "~/routes/member/subscribe/route";
import { action as webhook } from "~/routes/resources/stripe-webhook";

const server = new PaymentServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

function withPayments(): void {
  Object.assign(env, paymentSettings(server.url), { STRIPE_WEBHOOK_SECRET: [WEBHOOK_SECRET] });
}

let forms = 0;
const send = (session: string, fields: Record<string, string>) =>
  submit(subscribe, "/subscribe", { _submission: `a-new-form-${(forms += 1)}`, ...fields }, { session });
/** Opens a checkout page. @returns the id of its session */
const checkout = async (session: string, tier: string, interval = "month") => {
  const { status, location } = await send(session, { intent: "checkout", tier, interval });
  expect(status).toBe(303);
  return location?.split("/pay/")[1] ?? "";
};
const plans = async (session: string) =>
  (await load(plansLoader, "/subscribe", { session })).data as Awaited<ReturnType<typeof plansLoader>>;
const choiceOf = ({ choice }: Awaited<ReturnType<typeof plans>>) => {
  if (!choice) throw new Error("there is nothing to choose");
  return choice;
};
const ownPlan = async (session: string, query = "") =>
  (await load(planLoader, `/settings/plan${query}`, { session })).data as Awaited<
    ReturnType<typeof planLoader>
  >;
const tierOf = async (id: number) => (await readMember(id)).subscriptionTier;
const newKey = async (over: Record<string, unknown> = {}) =>
  (await createTrialKeys({ id: 1 }, NewKeysSchema.parse({ tier: "tier2", days: "14", ...over })))
    .keys[0] as string;
const notice = (data: unknown) => (data as { notice?: { text: string } }).notice?.text;

/** Delivers events to the webhook. */
async function deliver(events = server.events, sign = true) {
  const statuses = [];
  for (const event of events) {
    const body = JSON.stringify(event);
    const headers = sign ? { "Stripe-Signature": signPayload(WEBHOOK_SECRET, body, new Date()) } : undefined;
    const request = new Request(`${ORIGIN}/webhooks/stripe`, { method: "POST", headers, body });
    statuses.push((await answer(() => webhook({ request, params: {}, context: {} }))).status);
  }
  return statuses;
}

/** Buys a plan; its events are not delivered yet. */
async function buy(session: string, tier = "tier1", interval = "month") {
  return server.pay(await checkout(session, tier, interval)) ?? expect.fail("The page is closed.");
}

/** A member whose plan has been paid and granted. */
async function paying(tier?: string) {
  const { user, secret } = await createSignedIn();
  const subscription = await buy(secret, tier);
  await deliver();
  return { user, secret, subscription };
}

describe("/subscribe", () => {
  it("shows three plans, marks the current one, and explains missing payments", async () => {
    const { secret } = await createSignedIn({ subscriptionTier: "tier1" });
    const page = await plans(secret);
    const { columns, choices, rows } = choiceOf(page);
    expect(columns.map(({ label }) => label)).toEqual(["Free Plan", "Growth Plan", "Formation Plan"]);
    expect(page.plan.tier).toBe("tier1");
    expect(choices).toEqual([]);
    expect(columns.flatMap(({ prices }) => prices)).toEqual([]);
    const lectio = rows.find(({ name }) => name.startsWith("Lectio"));
    expect(lectio?.cells).toEqual([false, false, true]);
    expect(notice((await send(secret, { intent: "checkout", tier: "tier2" })).data)).toMatch(
      /^Payments are not set up/,
    );
  });

  it("shows the configured price texts, and only the interval for other prices", async () => {
    withPayments();
    Object.assign(env, { PRICE_TIER1: "$4 a month", PRICE_TIER1_YEARLY: "$40 a year" });
    const { secret } = await createSignedIn();
    const { columns, choices } = choiceOf(await plans(secret));
    expect(columns.map(({ prices }) => prices)).toEqual([[], ["$4 a month", "$40 a year"], []]);
    expect(choices.map(({ tier, buttons }) => [tier, buttons.map(({ text }) => text)])).toEqual([
      ["tier1", ["$4 a month", "$40 a year"]],
      ["tier2", ["Monthly", "Yearly"]],
    ]);
  });

  it("redeems a key and confirms it", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const { user, secret } = await createSignedIn({ timezone: "Europe/London" });
    const result = await send(secret, { intent: "redeem", key: await newKey() });
    expect(result).toMatchObject({ status: 302, location: "/settings/plan" });
    expect(await tierOf(user._id)).toBe("tier2");
    const { plan, ledger } = await ownPlan(secret);
    expect(plan.words).toBe(
      "You have the Formation Plan from a key, until the end of Saturday, 5 December 2026. After that you have the Free Plan; nothing is charged for it.",
    );
    expect(ledger.lines[0]).toMatchObject({
      day: "Saturday, 21 November 2026",
      result: "Formation Plan, until the end of Saturday, 5 December 2026",
    });
  });

  it("keeps a wrong key in its field with the reason, and responds 429 after five wrong keys", async () => {
    const { secret } = await createSignedIn();
    expect(await send(secret, { intent: "redeem", key: "" })).toMatchObject({ status: 400 });
    for (let tries = 0; tries < 5; tries++) {
      const { status, data } = await send(secret, { intent: "redeem", key: "SNK-0000-0000-0000" });
      expect(status).toBe(404);
      expect(data).toMatchObject({
        lastResult: {
          initialValue: { key: "SNK-0000-0000-0000" },
          error: { key: [expect.stringMatching(/^We do not/)] },
        },
      });
    }
    const locked = await send(secret, { intent: "redeem", key: await newKey() });
    expect(locked.status).toBe(429);
    const seconds = Number(locked.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(890);
    expect(notice(locked.data)).toContain(`${seconds} seconds`);
  });

  it.each([
    [{ intent: "checkout", tier: "free" }, 400],
    [{ intent: "checkout" }, 400],
    [{ intent: "something" }, 400],
    [{ intent: "cancel" }, 409],
    [{ intent: "portal" }, 409],
    [{ intent: "pause", months: "12" }, 400],
  ])("rejects %o with %i and changes nothing", async (fields, status) => {
    const { user, secret } = await createSignedIn();
    expect((await send(secret, fields)).status).toBe(status);
    expect(await tierOf(user._id)).toBe("free");
  });
});

describe("payments", () => {
  beforeEach(withPayments);

  it("redirect to the checkout page, and grant the plan only when its events arrive", async () => {
    const { user, secret } = await createSignedIn();
    const subscription = await buy(secret, "tier1", "year");
    const [session] = [...server.sessions.values()];
    expect(session).toMatchObject({
      client_reference_id: String(user._id),
      metadata: { tier: "tier1" },
      customer_email: user.email,
      subscriptionMetadata: { tier: "tier1", client_reference_id: String(user._id) },
      price: "price_growth_year",
    });
    expect(await tierOf(user._id)).toBe("free");
    expect((await ownPlan(secret, "?paid=1")).isAwaited).toBe(true);
    expect(await deliver()).toEqual([200, 200, 200]);
    expect(await tierOf(user._id)).toBe("tier1");
    const { plan, ledger, invoices, isAwaited } = await ownPlan(secret, "?paid=1");
    expect(isAwaited).toBe(false);
    expect(plan.paid[0]?.words).toMatch(/^Growth Plan, yearly\. It renews on /);
    expect(ledger.lines.map(({ cause }) => cause)).toEqual(["You bought a plan"]);
    expect(invoices).toMatchObject({ state: "listed", invoices: [{ amount: "$40.00", state: "paid" }] });
    expect(await UserModel.findById(user._id).lean()).toMatchObject({
      billing: { customerId: subscription.customer },
      subscription: { tier: "tier1", source: "paid" },
    });
  });

  it(
    "open one checkout page and charge once when a form is sent three times and a reply is lost",
    { tags: ["release"] },
    async () => {
      const { secret } = await createSignedIn();
      server.unansweredWrites = 1;
      const fields = { intent: "checkout", tier: "tier2", _submission: "the-same-form" };
      const answers = await Promise.all([send(secret, fields), send(secret, fields), send(secret, fields)]);
      expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
      expect(server.sessions.size).toBe(1);
      const url = answers[0]?.location?.split("/pay/")[1] ?? "";
      expect([server.pay(url), server.pay(url)].filter(Boolean)).toHaveLength(1);
      expect(server.charges).toHaveLength(1);
    },
  );

  it("expire the earlier checkout page of two tabs", async () => {
    const { user, secret } = await createSignedIn();
    const [first, second] = [await checkout(secret, "tier1"), await checkout(secret, "tier2")];
    expect(server.pay(first)).toBeNull();
    expect(server.pay(second)).not.toBeNull();
    // Before the events arrive, a third attempt finds the payment and creates no page.
    const third = await send(secret, { intent: "checkout", tier: "tier1" });
    expect(third.status).toBe(409);
    expect(notice(third.data)).toMatch(/^You already have a paid plan/);
    expect([...server.sessions.values()].filter(({ status }) => status === "open")).toEqual([]);
    expect(await tierOf(user._id)).toBe("tier2");
    expect(server.charges).toHaveLength(1);
  });

  it("redirect a paying member to change the plan", async () => {
    const { secret } = await paying();
    const change = await send(secret, { intent: "checkout", tier: "tier2" });
    expect(change).toMatchObject({ status: 303, location: expect.stringContaining("/pay/portal-") });
    expect(server.requests.at(-1)?.body.get("flow_data[type]")).toBe("subscription_update_confirm");
    expect((await send(secret, { intent: "checkout", tier: "tier1" })).status).toBe(409);
    expect(server.sessions.size).toBe(1);
  });

  it("cancel, restore, pause and resume a plan with one post each", async () => {
    const { user, secret, subscription } = await paying();
    const state = async () => (await ownPlan(secret)).plan.paid[0]?.state;
    for (const [intent, expected] of [
      ["cancel", "cancelled"],
      ["keep", "running"],
      ["pause", "paused"],
      ["resume", "running"],
    ] as const) {
      expect(await send(secret, { intent })).toMatchObject({ status: 302, location: "/settings/plan" });
      expect(await state()).toBe(expected);
      expect(await tierOf(user._id)).toBe("tier1");
    }
    expect((await ownPlan(secret)).ledger.lines.map(({ cause }) => cause)).toEqual([
      "Your paid plan resumed",
      "You paused your paid plan",
      "You undid the cancellation",
      "You cancelled your paid plan",
      "You bought a plan",
    ]);
    await send(secret, { intent: "pause", months: "2" });
    const end = new Date(subscription.current_period_end * 1000);
    setClock(() => end);
    expect(await tierOf(user._id)).toBe("free");
  });

  it("store the reason for a cancellation only as a daily count", async () => {
    const { user, secret } = await paying();
    const counted = async () =>
      (await DailyEventCountModel.find({}).sort({ _id: 1 }).lean()).map(({ event, count }) => [event, count]);
    for (const reason of ["price", "", "nonsense", "price"]) {
      expect((await send(secret, { intent: "cancel", reason })).status).toBe(302);
      // A second cancellation is not counted.
      expect((await send(secret, { intent: "cancel", reason: "trouble" })).status).toBe(302);
      expect((await send(secret, { intent: "keep" })).status).toBe(302);
    }
    expect(await counted()).toEqual([["cancelled:price", 2]]);
    expect(JSON.stringify(await UserModel.findById(user._id).lean())).not.toContain("price");
    const { data } = await load(analyticsLoader, "/admin/analytics", {
      session: (await createSignedIn({ isAdmin: true })).secret,
    });
    expect(data).toMatchObject({
      reasons: [
        { name: "It costs too much for me", value: "fewer than 5" },
        { name: "Did not say", value: "fewer than 5" },
      ],
    });
  });

  it(
    "change nothing and show a message when the payment service is unavailable",
    { tags: ["release"] },
    async () => {
      const { user, secret } = await paying();
      server.mode = "away";
      const refused = await send(secret, { intent: "cancel" });
      expect(refused.status).toBe(503);
      expect(notice(refused.data)).toMatch(/^The payment service is not answering/);
      expect((await ownPlan(secret)).invoices).toEqual({ state: "away" });
      expect(await tierOf(user._id)).toBe("tier1");
    },
  );

  it("allow form redirects to the payment pages only when configured", () => {
    expect(contentSecurityPolicy("n")).toContain(
      `form-action 'self' https://checkout.stripe.com https://billing.stripe.com ${server.url};`,
    );
    env.STRIPE_SECRET_KEY = undefined;
    expect(contentSecurityPolicy("n")).toContain("form-action 'self';");
  });
});

describe("payment webhook", () => {
  beforeEach(withPayments);

  it("rejects unsigned requests without echoing the body", async () => {
    const { user, secret } = await createSignedIn();
    await buy(secret);
    expect(await deliver(server.events, false)).toEqual([400, 400, 400]);
    expect(await tierOf(user._id)).toBe("free");
  });

  it("returns 200 for unknown events, 413 for oversized ones, 405 for GET", async () => {
    const object = { id: "x" };
    expect(await deliver([{ id: "evt_1", type: "unheard.of", created: 1, data: { object } }])).toEqual([200]);
    expect(
      await deliver([{ id: "evt_2", type: "customer.subscription.updated", created: 1, data: { object } }]),
    ).toEqual([200]);
    const long = { id: "evt_3", type: "x", created: 1, data: { object: { id: "x".repeat(300_000) } } };
    expect(await deliver([long])).toEqual([413]);
  });

  it("accepts events in any order and repeatedly", async () => {
    const { user, secret } = await createSignedIn();
    const subscription = await buy(secret);
    server.change(subscription.id, { price: "price_formation_month" });
    await deliver([...server.events].reverse());
    await deliver();
    await deliver();
    expect(await tierOf(user._id)).toBe("tier2");
    const lines = (await ownPlan(secret)).ledger.lines;
    expect(lines).toHaveLength(1);
    server.change(subscription.id, { status: "canceled" });
    const late = server.events.splice(0);
    await deliver(late.slice(-1));
    await deliver(late);
    expect(await tierOf(user._id)).toBe("free");
  });

  it("ignores an event with another member's id", async () => {
    const [mine, other] = [await createSignedIn(), await createSignedIn()];
    const subscription = await buy(mine.secret);
    const forged = {
      id: "evt_f",
      type: "checkout.session.completed",
      created: 1,
      data: { object: { client_reference_id: String(other.user._id), subscription: subscription.id } },
    };
    expect(await deliver([forged])).toEqual([200]);
    expect(await tierOf(other.user._id)).toBe("free");
  });

  it("requests a retry while the payment service is unavailable", { tags: ["release"] }, async () => {
    const { user, secret } = await createSignedIn();
    await buy(secret);
    server.mode = "error";
    expect(await deliver(server.events.slice(0, 1))).toEqual([503]);
    server.mode = "good";
    expect(await deliver(server.events.slice(0, 1))).toEqual([200]);
    expect(await tierOf(user._id)).toBe("tier1");
  });

  it("keeps a plan while a late payment is retried, and shows it", async () => {
    const { user, secret } = await createSignedIn();
    const subscription = await buy(secret);
    server.change(subscription.id, { status: "past_due" });
    await deliver();
    expect(await tierOf(user._id)).toBe("tier1");
    expect((await ownPlan(secret)).plan.paid[0]).toMatchObject({ late: true });
  });
});

describe("Plan Switcher", () => {
  const press = (session: string, tier: string) =>
    submit(switchAction, "/settings/plan", { tier }, { session });

  it("overrides an administrator's own tier and restores it", async () => {
    const { user, secret } = await createSignedIn({ isAdmin: true });
    for (const tier of ["tier1", "tier2", "free"] as const) {
      expect((await press(secret, tier)).location).toBe("/settings/plan");
      expect(await tierOf(user._id)).toBe(tier);
    }
    expect((await ownPlan(secret)).tools).toMatchObject({ switched: true });
    await grantPlan({ id: 1 }, user._id, { tier: "tier1", days: null });
    expect(await tierOf(user._id)).toBe("free");
    await press(secret, "own");
    expect(await tierOf(user._id)).toBe("tier1");
    expect(await withdrawGrant({ id: 1 }, user._id)).toMatchObject({ ok: true, plan: { tier: "free" } });
  });

  it("returns the updated user to an administrator, and the fixed message with 403 to others", async () => {
    const admin = await createSignedIn({ isAdmin: true });
    const change = (session: string | undefined, body: object) =>
      callJson(changeTier, "/api/change-subscription-tier", body, { session });
    expect(await change(admin.secret, { tier: "tier2" })).toMatchObject({
      status: 200,
      data: { id: admin.user._id, subscriptionTier: "tier2" },
    });
    const user = await createSignedIn();
    expect(await change(user.secret, { tier: "tier2" })).toMatchObject({
      status: 403,
      data: { message: "Update failed: Could not change subscription tier" },
    });
    expect((await press(user.secret, "tier2")).status).toBe(403);
    expect(await tierOf(user.user._id)).toBe("free");
    expect(await AuditEventModel.countDocuments({ kind: "plan.refused" })).toBe(2);
    expect((await ownPlan(user.secret)).tools).toBeNull();
    for (const [session, body, status] of [
      [undefined, { tier: "tier2" }, 401],
      [admin.secret, { tier: "gold" }, 400],
      [admin.secret, {}, 400],
    ] as const)
      expect((await change(session, body)).status).toBe(status);
  });
});

describe("message of an ended Formation Plan", () => {
  const toastOn = async (session: string, headers?: Record<string, string>) => {
    const { request } = await visit("/dashboard", { session, headers });
    const { data } = await root({ request, params: {}, context: {} });
    return data.toast;
  };
  const ended = (name: string) => ({
    title: "Formation Plan Ended",
    text: `Your Formation Plan has ended. We've reset your prompt set to ${name}.`,
    tone: "info",
  });

  it("is shown once, on the next page after the Plan Switcher lowers the tier", async () => {
    const { user, secret } = await createSignedIn({
      isAdmin: true,
      subscriptionTier: "tier2",
      promptSetPreference: "lectio_examen",
    });
    expect(await toastOn(secret)).toBeNull();
    const result = await submit(switchAction, "/settings/plan", { tier: "tier1" }, { session: secret });
    expect(cookieOf(result, "toast")).toBeUndefined();
    expect(await toastOn(secret, { "Sec-Purpose": "prefetch" })).toBeNull();
    expect(await toastOn(secret)).toEqual(ended("Random Prompts"));
    expect(await toastOn(secret)).toBeNull();
    expect((await readMember(user._id)).promptSetPreference).toBe("random_prompts");
  });

  it("is shown when a trial has ended even if another set is chosen first", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const { user, secret } = await createSignedIn();
    await send(secret, { intent: "redeem", key: await newKey({ days: "1" }) });
    await UserModel.updateOne({ _id: user._id }, { $set: { promptSetPreference: "lectio_examen" } });
    setClock(() => new Date("2026-11-23T10:00:00Z"));
    const again = (await startSession(user, { remember: false, device: "Test" })).secret;
    const choice = {
      ...{ promptSetPreference: "random_prompts", passagePlan: "season" },
      ...{ morningPromptTime: "06:00", eveningPromptTime: "18:00" },
    };
    const saved = await submit(settingsAction, "/settings/prayer", choice, { session: again });
    expect(saved.status).toBe(302);
    expect(await toastOn(again)).toEqual(ended("Daily Habit"));
    expect(await toastOn(again)).toBeNull();
    expect((await readMember(user._id)).promptSetPreference).toBe("random_prompts");
  });

  it("is shown when the webhook reports the end", async () => {
    withPayments();
    const { user, secret, subscription } = await paying("tier2");
    await UserModel.updateOne({ _id: user._id }, { $set: { promptSetPreference: "lectio_examen" } });
    server.change(subscription.id, { status: "canceled" });
    await deliver(server.events.slice(-1));
    expect(await toastOn(secret)).toEqual(ended("Daily Habit"));
  });
});

describe("dashboard", () => {
  it("announces the end of a plan only in its last week", async () => {
    setClock(() => new Date("2026-11-10T10:00:00.000Z"));
    const { user, secret } = await createSignedIn({ timezone: "UTC" });
    const ends = async () => {
      const { secret: session } = await startSession(user, { remember: false, device: "", network: "" });
      const { data } = await load(dashboardLoader, "/dashboard", { session });
      return (data as { planEnds?: unknown }).planEnds;
    };
    expect(await ends()).toBeNull();
    await send(secret, { intent: "redeem", key: await newKey({ days: "8" }) });
    expect((await readMember(user._id)).plan.source).toBe("trial");
    expect(await ends()).toBeNull();
    setClock(() => new Date("2026-11-12T10:00:00.000Z"));
    expect(await ends()).toEqual({ plan: "Formation Plan", day: "Wednesday, 18 November 2026" });
  });
});
