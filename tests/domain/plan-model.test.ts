/** @module-tag release */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PlanChangeModel } from "#models/plans.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createUser, readMember } from "#tests/factories/user";
import {
  PaymentServer,
  paymentSettings,
  signPayload,
  WEBHOOK_SECRET,
  type FakeSubscription,
} from "#tests/support/payment-server";
import fc from "#tests/support/properties";
import { savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import type { Member } from "~/domain/member/member";
import type { PaidTier, Tier } from "~/domain/member/plan";
import type { PromptSetKey } from "~/domain/member/prayer-settings";
import { startCheckout } from "~/domain/plans/billing/paid-plan.server";
import {
  cancelAtPeriodEnd,
  pausePlan,
  resumePlan,
  undoCancellation,
} from "~/domain/plans/billing/paid-plan.server";
import { consumePlanNotice, grantPlan, switchPlan, withdrawGrant } from "~/domain/plans/changes/grant.server";
import { endAfterDays } from "~/domain/plans/changes/notices";
import { handleBillingEvent, reconcilePlans } from "~/domain/plans/reconcile-plans.server";
import { redeemKey } from "~/domain/plans/trial-keys/redeem-key.server";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

/**
 * Model-based test of plans. The model is a list of time spans and the state of the payment service, without
 * versions, events, jobs or a database. Events arrive shuffled, three times each and concurrently; the clock
 * jumps over month ends, a leap day and clock changes.
 */
const server = new PaymentServer();
beforeAll(async () => {
  await server.start();
  Object.assign(env, paymentSettings(server.url), { STRIPE_WEBHOOK_SECRET: [WEBHOOK_SECRET] });
});
afterAll(() => server.stop());

const DAY = 86_400_000;
const RANK: Tier[] = ["free", "tier1", "tier2"];
const higher = (a: Tier, b: Tier) => RANK.indexOf(a) >= RANK.indexOf(b);

type Span = { tier: PaidTier; from: number; to: number };
/** The period that a subscription pays for; null if it was canceled. */
function spanOf(sub: FakeSubscription): Span | null {
  if (sub.status === "canceled") return null;
  const tier = sub.price.startsWith("price_growth") ? "tier1" : "tier2";
  const end = sub.current_period_end * 1000;
  const ends = [end + 3 * DAY];
  if (sub.cancel_at_period_end) ends.push(end);
  if (sub.pause_collection && sub.metadata.paused_from) ends.push(Number(sub.metadata.paused_from) * 1000);
  return { tier, from: 0, to: Math.min(...ends) };
}

class Model {
  now: number;
  keys: Span[] = [];
  gift: Span | null = null;
  override: Tier | null = null;
  /** Subscriptions as of the last event that the application processed. */
  known = new Map<string, FakeSubscription>();
  set: PromptSetKey = "daily_habit";
  pending: PromptSetKey | null = null;

  constructor(
    start: Date,
    readonly zone: string,
  ) {
    this.now = start.getTime();
  }

  get subs(): FakeSubscription[] {
    return [...this.known.values()].filter((sub) => {
      const ended = sub.cancel_at_period_end && sub.current_period_end * 1000 <= this.now;
      return sub.status !== "canceled" && !ended;
    });
  }

  spans(): Span[] {
    const paid = this.subs.map(spanOf).filter((span) => span !== null);
    return [...this.keys, ...(this.gift ? [this.gift] : []), ...paid];
  }

  tier(): Tier {
    if (this.override) return this.override;
    const held = this.spans().filter(({ from, to }) => from <= this.now && this.now < to);
    return held.reduce<Tier>((best, { tier }) => (higher(tier, best) ? tier : best), "free");
  }

  /** Applies the downgrade rule for the prompt set after an event. */
  applyDowngradeRule(): void {
    if (this.set !== "lectio_examen" || this.tier() === "tier2") return;
    this.set = this.tier() === "tier1" ? "random_prompts" : "daily_habit";
    this.pending = this.set;
  }

  /** Copies the payment service's state of subscriptions that the application has processed; of all by default. */
  syncKnown(ids?: string[]): void {
    for (const [id, sub] of server.subscriptions)
      if (!ids || ids.includes(id)) this.known.set(id, structuredClone(sub));
  }

  redeem(tier: PaidTier, days: number): boolean {
    const others = this.spans().filter((span) => higher(span.tier, tier) && span.to > this.now);
    const current = others.filter(({ from }) => from <= this.now);
    const endless = (sub: FakeSubscription) => !sub.cancel_at_period_end && !sub.pause_collection;
    const paysOn = this.subs.some((sub) => {
      const span = spanOf(sub);
      return span && endless(sub) && higher(span.tier, tier) && this.now < span.to;
    });
    if (paysOn || current.some(({ to }) => to === Infinity)) return false;
    const from = Math.max(this.now, ...others.map(({ to }) => to));
    this.keys.push({ tier, from, to: endAfterDays(new Date(from), days, this.zone).getTime() });
    return true;
  }
}

type Real = { id: number; forms: number };
const member = ({ id }: Real) => readMember(id);
const form = (real: Real) => `form-${(real.forms += 1)}-of-${real.id}`;

/** Delivers every event three times, shuffled and concurrently. */
async function deliver(order: number): Promise<void> {
  const events = server.events.splice(0);
  const thrice = [...events, ...events, ...events]
    .map((event, index) => ({ event, at: Math.sin(order + index * 7.7) }))
    .sort((a, b) => a.at - b.at);
  const results = await Promise.all(
    thrice.map(({ event }) => {
      const body = JSON.stringify(event);
      return handleBillingEvent(Buffer.from(body), signPayload(WEBHOOK_SECRET, body, server.now()));
    }),
  );
  expect(results.filter((result) => result === "refused" || result === "try_again")).toEqual([]);
}

type Command = {
  [fc.toStringMethod]: () => string;
  name: string;
  run: (model: Model, real: Real) => Promise<void>;
};
const tier = fc.constantFrom<PaidTier>("tier1", "tier2");
const days = fc.integer({ min: 1, max: 40 });
const command = (name: string, run: Command["run"]): Command => ({
  name,
  run,
  [fc.toStringMethod]: () => name,
});

const redeem = fc.record({ tier, days }).map((key) =>
  command(`redeem ${key.tier} ${key.days}`, async (model, real) => {
    const batch = { ...key, count: 1, maxRedemptions: 1, note: "" };
    const text = (await createTrialKeys({ id: 1 }, batch)).keys[0] ?? "";
    const presses = await Promise.all([1, 2, 3].map(async () => redeemKey(await member(real), text)));
    const redeemed = presses.filter(({ ok }) => ok).length;
    const expected = presses.every((result) => !result.ok && result.code === "locked")
      ? 0
      : Number(model.redeem(key.tier, key.days));
    expect(redeemed).toBe(expected);
  }),
);

const checkout = fc
  .record({
    tier,
    interval: fc.constantFrom("month" as const, "year" as const),
    pays: fc.boolean(),
    lost: fc.nat(2),
  })
  .map(({ tier: bought, interval, pays, lost }) =>
    command(`checkout ${bought} ${interval} ${pays ? "paid" : "left"} lost ${lost}`, async (model, real) => {
      server.unansweredWrites = lost;
      const submission = form(real);
      const person = await member(real);
      const choice = { tier: bought, interval };
      const result = await startCheckout(person, choice, submission);
      server.unansweredWrites = 0;
      const again = await startCheckout(person, choice, submission);
      // A checkout also finds paid subscriptions whose events have not arrived yet; the model adopts them.
      model.syncKnown(paidGrantIds(await UserModel.findById(real.id).lean()));
      if (!result.ok || !again.ok) return;
      expect(again.url.replace(/portal.*/, "")).toBe(result.url.replace(/portal.*/, ""));
      const session = result.url.split("/pay/")[1] ?? "";
      if (pays && session.startsWith("cs_")) server.pay(session);
    }),
  );

/** Ids of the paid subscriptions in the user's record. */
const paidGrantIds = (user: UserRecord | null) =>
  (user?.plan?.grants ?? []).filter(({ source }) => source === "paid").map(({ id }) => id);

const planAction = fc
  .constantFrom(
    ["cancel", cancelAtPeriodEnd] as const,
    ["keep", undoCancellation] as const,
    ["resume", resumePlan] as const,
    ["pause", (person: Member, submission: string) => pausePlan(person, 2, submission)] as const,
  )
  .map(([name, run]) =>
    command(name, async (model, real) => {
      const before = new Map([...server.subscriptions].map(([id, sub]) => [id, JSON.stringify(sub)]));
      await run(await member(real), form(real));
      const touched = [...server.subscriptions].filter(([id, sub]) => before.get(id) !== JSON.stringify(sub));
      model.syncKnown(touched.map(([id]) => id));
    }),
  );

const serviceChange = fc
  .constantFrom<[string, Partial<FakeSubscription>]>(
    ["payment late", { status: "past_due" }],
    ["payment made", { status: "active" }],
    ["ended by the service", { status: "canceled" }],
    ["moved to Growth", { price: "price_growth_month" }],
    ["moved to Formation", { price: "price_formation_year" }],
  )
  .map(([name, change]) =>
    command(name, async () => {
      for (const id of server.subscriptions.keys()) server.change(id, change);
    }),
  );

const gift = fc.record({ tier, days: fc.option(days) }).map(({ tier: given, days: count }) =>
  command(`gift ${given} ${count}`, async (model, real) => {
    const { now, zone, gift: held } = model;
    const running = held && held.to > now && held.to < Infinity && held.tier === given ? held : null;
    const from = running && count !== null ? running.from : now;
    const base = new Date(running && count !== null ? running.to : now);
    model.gift = {
      tier: given,
      from,
      to: count === null ? Infinity : endAfterDays(base, count, zone).getTime(),
    };
    await grantPlan({ id: 1 }, real.id, { tier: given, days: count });
  }),
);
const withdrawal = fc.constant(
  command("gift taken", async (model, real) => {
    model.gift = null;
    await withdrawGrant({ id: 1 }, real.id);
  }),
);
const change = fc.constantFrom<(Tier | null)[]>("free", "tier1", "tier2", null).map((chosen) =>
  command(`switch ${chosen}`, async (model, real) => {
    model.override = chosen;
    await switchPlan(await member(real), chosen);
  }),
);
const later = fc.record({ hours: fc.integer({ min: 1, max: 40 * 24 }) }).map(({ hours }) =>
  command(`${hours} hours later`, async (model) => {
    model.now += hours * 3_600_000;
    server.tick();
    const overdue = model.subs.filter((sub) =>
      [sub.current_period_end, sub.pause_collection?.resumes_at].some((at) => at && at * 1000 <= model.now),
    );
    const ended = [...model.known.values()].filter(
      (sub) => sub.cancel_at_period_end && sub.current_period_end * 1000 <= model.now,
    );
    await reconcilePlans();
    model.syncKnown([...overdue, ...ended].map(({ id }) => id));
  }),
);
const events = fc.integer().map((order) =>
  command("events", async (model) => {
    await deliver(order);
    model.syncKnown();
  }),
);
const lectio = fc.constant(
  command("choose Lectio", async (model, real) => {
    const result = await savePrayerSettings(await member(real), { promptSetPreference: "lectio_examen" });
    expect(result.ok).toBe(model.tier() === "tier2");
    if (result.ok) model.set = "lectio_examen";
  }),
);
const page = fc.constant(
  command("open a page", async (model, real) => {
    const notices = await Promise.all([1, 2, 3].map(() => consumePlanNotice(real.id)));
    const name = model.pending === "random_prompts" ? "Random Prompts" : "Daily Habit";
    expect(notices.filter(Boolean).map((toast) => toast?.text)).toEqual(
      model.pending ? [`Your Formation Plan has ended. We've reset your prompt set to ${name}.`] : [],
    );
    model.pending = null;
  }),
);

const STARTS = [
  "2027-01-30T22:30:00Z",
  "2028-02-27T12:00:00Z",
  "2026-03-27T23:30:00Z",
  "2026-10-24T21:00:00Z",
];
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"];

async function check(model: Model, real: Real): Promise<void> {
  const person = await member(real);
  expect(person.subscriptionTier).toBe(model.tier());
  expect(person.promptSetPreference).toBe(model.set);
  // No member ever has two charged subscriptions.
  const live = [...server.subscriptions.values()].filter(({ status }) => status !== "canceled");
  expect(live.length).toBeLessThanOrEqual(1);
  // The ledger has no gap.
  const lines = await PlanChangeModel.find({ userId: real.id }).sort({ number: 1 }).lean();
  lines.forEach((line, index) => {
    expect(line.number).toBe(index + 1);
    expect(line.from).toBe(index === 0 ? "free" : lines[index - 1]?.to);
  });
  expect(lines.at(-1)?.to ?? "free").toBe(model.tier());
}

describe("plans", () => {
  it("match a naive model for any events in any order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STARTS),
        fc.constantFrom(...ZONES),
        fc.array(
          fc.oneof(
            redeem,
            checkout,
            checkout,
            planAction,
            planAction,
            serviceChange,
            gift,
            withdrawal,
            change,
            later,
            later,
            events,
            events,
            lectio,
            page,
          ),
          { minLength: 4, maxLength: 18 },
        ),
        async (start, zone, commands) => {
          const model = new Model(new Date(start), zone);
          setClock(() => new Date(model.now));
          server.reset();
          server.now = () => new Date(model.now);
          const { _id: id } = await createUser({ isAdmin: true, timezone: zone });
          const real: Real = { id, forms: 0 };
          for (const { run } of commands) {
            await run(model, real);
            model.applyDowngradeRule();
            await reconcilePlans();
            await check(model, real);
          }
          await deliver(1);
          model.syncKnown();
          model.applyDowngradeRule();
          await check(model, real);
        },
      ),
      { numRuns: Number(process.env.PLAN_RUNS ?? 12), interruptAfterTimeLimit: 240_000 },
    );
  }, 300_000);
});
