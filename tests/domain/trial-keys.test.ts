import { describe, expect, it } from "vitest";
import { PlanChangeModel, TrialKeyModel } from "#models/plans.server";
import { UserModel } from "#models/user.server";
import { createMember, createUser, readMember } from "#tests/factories/user";
import { listPlanChanges, reconcilePlan } from "~/domain/plans/changes/change-plan.server";
import { consumePlanNotice } from "~/domain/plans/changes/grant.server";
import { recoverRedemptions, redeemKey } from "~/domain/plans/trial-keys/redeem-key.server";
import {
  createTrialKeys,
  listTrialKeys,
  NewKeysSchema,
  revokeTrialKey,
} from "~/domain/plans/trial-keys/trial-keys.server";
import { setClock } from "~/platform/clock";

const ADMIN = { id: 1 };
const batch = (over: Record<string, unknown> = {}) =>
  NewKeysSchema.parse({ tier: "tier2", days: "14", ...over });
const oneKey = async (over: Record<string, unknown> = {}) =>
  (await createTrialKeys(ADMIN, batch(over))).keys[0] as string;

describe("trial keys", () => {
  it("are shown once and stored as hashes", async () => {
    const { keys } = await createTrialKeys(ADMIN, batch({ count: "3", note: "Retreat" }));
    expect(new Set(keys).size).toBe(3);
    const stored = JSON.stringify(await TrialKeyModel.find().lean());
    for (const key of keys) {
      expect(stored).not.toContain(key);
      expect(stored).not.toContain(key.slice(4).replaceAll("-", ""));
    }
    const list = await listTrialKeys();
    for (const key of keys) expect(JSON.stringify(list)).not.toContain(key);
    expect(list.rows.map(({ masked }) => masked)).toEqual(
      keys.map((key) => `SNK-••••-••••-${key.slice(-4)}`),
    );
    expect(list.rows[0]).toMatchObject({
      state: "unused",
      redeemed: 0,
      days: 14,
      tier: "tier2",
      note: "Retreat",
    });
  });

  it("are listed by page and state", async () => {
    await createTrialKeys(ADMIN, batch({ count: "5" }));
    const first = await listTrialKeys({}, null, 2);
    const second = await listTrialKeys({}, first.next, 2);
    const third = await listTrialKeys({}, second.next, 2);
    const ids = [...first.rows, ...second.rows, ...third.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(third.next).toBeNull();

    const member = await createMember();
    await redeemKey(member, await oneKey({ maxRedemptions: "2" }));
    await redeemKey(await createMember(), await oneKey());
    await revokeTrialKey(ADMIN, ids[0] ?? "");
    await oneKey({ expiresAt: "2020-01-01" });
    const counts = [];
    for (const state of ["unused", "partial", "used", "expired", "revoked"] as const) {
      const { rows: keys } = await listTrialKeys({ state });
      expect(keys.every((key) => key.state === state)).toBe(true);
      counts.push(keys.length);
    }
    expect(counts).toEqual([4, 1, 1, 1, 1]);
    const [partial] = (await listTrialKeys({ state: "partial" })).rows;
    expect(partial?.redemptions).toMatchObject([{ userId: member.id, username: member.username }]);
  });

  it("grant a plan until the end of a day, with a ledger line", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const member = await createMember({ timezone: "Europe/Berlin" });
    const key = await oneKey();
    const result = await redeemKey(member, key.toLowerCase().replaceAll("-", " "));
    expect(result).toMatchObject({ ok: true, tier: "tier2", plan: { source: "trial" } });
    const now = await readMember(member.id);
    expect(now).toMatchObject({
      subscriptionTier: "tier2",
      plan: { tier: "tier2", source: "trial", endsAt: new Date("2026-12-05T23:00:00Z") },
    });
    expect((await listPlanChanges(member.id)).lines).toMatchObject([
      { number: 1, cause: "key_redeemed", from: "free", to: "tier2", mark: key.slice(-4) },
    ]);
  });

  it("are rejected when unknown, malformed or expired", async () => {
    const member = await createMember();
    for (const [key, code] of [
      ["SNK-0000-0000-0000", "unknown"],
      ["hello", "unknown"],
      [await oneKey({ expiresAt: "2020-01-01" }), "expired"],
    ] as const)
      expect(await redeemKey(member, key)).toEqual({ ok: false, code });
  });

  it("are rejected when revoked, and redeemed days stay", async () => {
    const [early, late] = [await createMember(), await createMember()];
    const key = await oneKey({ maxRedemptions: "5" });
    await redeemKey(early, key);
    expect(await revokeTrialKey(ADMIN, (await listTrialKeys()).rows[0]?.id ?? "")).toEqual({ ok: true });
    expect(await redeemKey(late, key)).toEqual({ ok: false, code: "revoked" });
    expect((await readMember(early.id)).subscriptionTier).toBe("tier2");
    expect(await revokeTrialKey(ADMIN, "nothing")).toEqual({ ok: false, code: "unknown" });
  });

  it("are not consumed when the member's plan already includes as much", async () => {
    const key = await oneKey();
    const rich = await createMember({ subscriptionTier: "tier2" });
    expect(await redeemKey(rich, key)).toEqual({ ok: false, code: "not_needed" });
    expect(await redeemKey(await createMember(), key)).toMatchObject({ ok: true });
  });

  it("are rejected, even if valid, when five others failed in the last quarter of an hour", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const member = await createMember();
    const key = await oneKey();
    for (let tries = 0; tries < 5; tries++)
      expect(await redeemKey(member, "SNK-0000-0000-0000")).toEqual({ ok: false, code: "unknown" });
    setClock(() => new Date("2026-11-21T10:05:00Z"));
    expect(await redeemKey(member, key)).toEqual({ ok: false, code: "locked", seconds: 600 });
    setClock(() => new Date("2026-11-21T10:15:00Z"));
    expect(await redeemKey(member, key)).toMatchObject({ ok: true });
  });

  it("are redeemed up to their limit by a hundred concurrent members", { tags: ["release"] }, async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => createMember()));
    const key = await oneKey({ maxRedemptions: "7" });
    const results = await Promise.all(people.map((member) => redeemKey(member, key)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(7);
    expect(results.filter((result) => !result.ok && result.code === "used")).toHaveLength(93);
    expect(await UserModel.countDocuments({ subscriptionTier: "tier2" })).toBe(7);
    expect(await PlanChangeModel.countDocuments()).toBe(7);
    expect(await TrialKeyModel.findOne().lean()).toMatchObject({ left: 0 });
  });

  it("are redeemed once by a hundred concurrent requests of a member", async () => {
    const member = await createMember();
    const key = await oneKey({ maxRedemptions: "7" });
    const results = await Promise.all(Array.from({ length: 100 }, () => redeemKey(member, key)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.code === "locked")).toHaveLength(95);
    expect(await TrialKeyModel.findOne().lean()).toMatchObject({ left: 6 });
    expect((await listPlanChanges(member.id)).lines).toHaveLength(1);
  });

  it("grant their plan by a repeated request or the job when the process died during a redemption", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const [first, second] = [await createMember(), await createMember()];
    const key = await oneKey({ maxRedemptions: "3" });
    const at = new Date("2026-11-20T10:00:00Z");
    await TrialKeyModel.updateOne(
      {},
      {
        $push: {
          redemptions: { $each: [first, second].map(({ id }) => ({ userId: id, at, applied: false })) },
        },
      },
    );
    expect(await redeemKey(first, key)).toMatchObject({ ok: true });
    expect(await recoverRedemptions()).toBe(1);
    expect(await recoverRedemptions()).toBe(0);
    for (const { id } of [first, second])
      expect((await readMember(id)).plan).toMatchObject({ source: "trial", startsAt: at });
  });
});

describe("end of a plan", () => {
  it("takes effect at once, is recorded later and announced once", async () => {
    setClock(() => new Date("2026-11-21T10:00:00Z"));
    const { _id: id } = await createUser();
    await redeemKey(await readMember(id), await oneKey());
    await UserModel.updateOne({ _id: id }, { $set: { promptSetPreference: "lectio_examen" } });
    expect(await consumePlanNotice(id)).toBeNull();

    setClock(() => new Date("2026-12-07T10:00:00Z"));
    expect(await readMember(id)).toMatchObject({
      subscriptionTier: "free",
      promptSetPreference: "daily_habit",
      planDue: true,
    });
    const notices = await Promise.all(Array.from({ length: 5 }, () => consumePlanNotice(id)));
    expect(notices.filter(Boolean)).toEqual([
      {
        title: "Formation Plan Ended",
        text: "Your Formation Plan has ended. We've reset your prompt set to Daily Habit.",
      },
    ]);
    expect(await readMember(id)).toMatchObject({ planDue: false });
    expect(await UserModel.findById(id).lean()).toMatchObject({
      subscriptionTier: "free",
      promptSetPreference: "daily_habit",
    });
    expect((await listPlanChanges(id)).lines).toMatchObject([
      { cause: "trial_ended", at: new Date("2026-12-06T00:00:00Z"), from: "tier2", to: "free" },
      { cause: "key_redeemed" },
    ]);
    await reconcilePlan(id);
    expect((await listPlanChanges(id)).lines).toHaveLength(2);
  });
});
