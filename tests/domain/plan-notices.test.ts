import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PlanChangeModel } from "#models/plans.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { UserModel } from "#models/user.server";
import { createMember, readMember } from "#tests/factories/user";
import { PaymentServer, paymentSettings, WEBHOOK_SECRET } from "#tests/support/payment-server";
import { cancelPaidPlan, startCheckout } from "~/domain/plans/billing/paid-plan.server";
import { listPlanChanges } from "~/domain/plans/changes/change-plan.server";
import { planMail } from "~/domain/plans/changes/notices";
import { reconcilePlans, syncSubscription } from "~/domain/plans/reconcile-plans.server";
import { redeemKey } from "~/domain/plans/trial-keys/redeem-key.server";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";
import { collectPendingMail, renderMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const server = new PaymentServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  Object.assign(env, paymentSettings(server.url), { STRIPE_WEBHOOK_SECRET: [WEBHOOK_SECRET] });
});

let now = new Date();
const at = (text: string) => {
  now = new Date(text);
  setClock(() => now);
  server.now = () => now;
};
const mails = async () => {
  await collectPendingMail();
  return (await OutgoingMailModel.find().sort({ createdAt: 1 }).lean()).map(({ kind }) => kind);
};

async function buy(tier: "tier1" | "tier2" = "tier1") {
  const member = await createMember({ timezone: "Europe/Berlin" });
  const { id: subscription } = server.subscribe(
    member.id,
    tier === "tier1" ? "price_growth_month" : "price_formation_month",
  );
  await syncSubscription(member.id, subscription);
  return { id: member.id, subscription };
}

describe("emails about a plan", () => {
  it("are sent seven days and one day before a trial ends, once each, and the plan falls back", async () => {
    at("2028-02-20T10:00:00Z");
    const member = await createMember({ timezone: "Europe/Berlin" });
    const key = { tier: "tier2" as const, days: 20, count: 1, maxRedemptions: 1, note: "" };
    await redeemKey(member, (await createTrialKeys({ id: 1 }, key)).keys[0] ?? "");
    // Ends at midnight in Berlin after 11 March; the leap day counts.
    const steps = [
      ["2028-03-04T22:59:00Z", 0],
      ["2028-03-04T23:00:00Z", 1],
      ["2028-03-08T10:00:00Z", 1],
      ["2028-03-10T22:59:00Z", 1],
      ["2028-03-10T23:00:00Z", 2],
      ["2028-03-11T22:59:00Z", 2],
    ] as const;
    for (const [moment, count] of steps) {
      at(moment);
      await Promise.all([reconcilePlans(), reconcilePlans(), reconcilePlans()]);
      expect([moment, await mails()]).toEqual([moment, Array<string>(count).fill("plan-ending")]);
      expect((await readMember(member.id)).subscriptionTier).toBe("tier2");
    }
    at("2028-03-12T00:30:00Z");
    await reconcilePlans();
    expect(await UserModel.findById(member.id).lean()).toMatchObject({
      subscriptionTier: "free",
      subscription: { tier: "free", source: "none" },
      plan: { nextAt: null },
    });
    expect(await mails()).toHaveLength(2);
  });

  it("announce each renewal, also after a lost event, and the end after a cancellation", async () => {
    at("2027-01-31T12:00:00Z");
    const { id, subscription } = await buy();
    at("2027-02-21T12:00:00Z");
    await reconcilePlans();
    expect(await mails()).toEqual(["plan-renewing"]);
    at("2027-02-27T12:00:00Z");
    await reconcilePlans();
    expect(await mails()).toEqual(["plan-renewing", "plan-renewing"]);
    at("2027-02-28T12:00:00Z");
    server.tick();
    await reconcilePlans();
    expect(server.charges).toHaveLength(2);
    expect((await UserModel.findById(id).lean())?.plan?.grants[0]?.paid?.renewsAt).toEqual(
      new Date("2027-03-28T12:00:00Z"),
    );
    server.change(subscription, { cancel_at_period_end: true });
    await syncSubscription(id, subscription);
    at("2027-03-21T12:00:00Z");
    await reconcilePlans();
    expect(await mails()).toEqual(["plan-renewing", "plan-renewing", "plan-ending"]);
    at("2027-03-28T12:00:00Z");
    server.tick();
    await reconcilePlans();
    expect((await readMember(id)).subscriptionTier).toBe("free");
    expect((await listPlanChanges(id)).lines.map(({ cause }) => cause)).toEqual([
      "paid_ended",
      "paid_cancelled",
      "paid_started",
    ]);
  });

  it("name the day in the member's zone and the plan afterwards", () => {
    const order = {
      to: "a@example.test",
      tier: "tier2",
      at: "2026-12-05T23:00:00.000Z",
      timezone: "Europe/Berlin",
    } as const;
    const ending = renderMail(
      planMail({ kind: "plan-ending", then: "free", ...order }, "https://still.example"),
    );
    expect(ending.subject).toBe("Your Formation Plan ends on Saturday, 5 December 2026");
    expect(ending.text).toContain("After that you have the Free Plan. Nothing is charged");
    const renewing = renderMail(planMail({ kind: "plan-renewing", ...order }, "https://still.example"));
    expect(renewing.subject).toBe("Your Formation Plan renews on Sunday, 6 December 2026");
    expect(renewing.text).toContain("https://still.example/settings/plan");
  });
});

describe("payment service unavailable at a renewal", () => {
  it(
    "keeps the plan for three days, and restores it when the service responds again",
    { tags: ["release"] },
    async () => {
      at("2027-01-31T12:00:00Z");
      const { id } = await buy("tier2");
      at("2027-02-28T12:00:00Z");
      server.tick();
      server.mode = "error";
      await reconcilePlans();
      expect((await readMember(id)).subscriptionTier).toBe("tier2");
      at("2027-03-03T12:00:00Z");
      expect((await readMember(id)).subscriptionTier).toBe("free");
      await reconcilePlans();
      server.mode = "good";
      at("2027-03-03T18:00:00Z");
      await reconcilePlans();
      expect((await readMember(id)).subscriptionTier).toBe("tier2");
      expect((await listPlanChanges(id)).lines.map(({ cause }) => cause)).toEqual([
        "paid_taken_up",
        "paid_ended",
        "paid_started",
      ]);
    },
  );
});

describe("paid plan before a deletion", () => {
  it("is cancelled at its period end and its open checkout expires, also when repeated", async () => {
    at("2027-01-31T12:00:00Z");
    const { id, subscription } = await buy();
    const person = await createMember();
    const open = await startCheckout(person, { tier: "tier1", interval: "month" }, "form-of-another");
    const session = (open.ok ? open.url : "").split("/pay/")[1] ?? "";
    for (let times = 0; times < 2; times++)
      for (const leaving of [id, person.id])
        expect(await cancelPaidPlan({ id: leaving })).toEqual({ ok: true });
    expect(server.subscriptions.get(subscription)).toMatchObject({
      cancel_at_period_end: true,
      status: "active",
    });
    expect(server.pay(session)).toBeNull();
    at("2027-03-31T12:00:00Z");
    server.tick();
    expect(server.charges).toHaveLength(1);
  });

  it(
    "ends at once when its payment is late, and reports an unavailable service",
    { tags: ["release"] },
    async () => {
      at("2027-01-31T12:00:00Z");
      const { id, subscription } = await buy();
      server.mode = "away";
      expect(await cancelPaidPlan({ id })).toEqual({ ok: false, code: "away" });
      server.mode = "good";
      server.change(subscription, { status: "past_due" });
      await syncSubscription(id, subscription);
      expect(await cancelPaidPlan({ id })).toEqual({ ok: true });
      expect(server.subscriptions.get(subscription)?.status).toBe("canceled");
      expect(await PlanChangeModel.countDocuments({ userId: id, cause: "paid_ended" })).toBe(1);
    },
  );
});
