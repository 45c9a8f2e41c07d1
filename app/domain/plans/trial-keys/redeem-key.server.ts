import { TrialKeyModel, type TrialKeyRecord } from "#models/plans.server";
import { MINUTE } from "~/domain/calendar/durations";
import type { LockedOut } from "~/domain/limits/lockout";
import { consumeRateLimit } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import type { PaidTier, Plan } from "~/domain/member/plan";
import { changePlan } from "~/domain/plans/changes/change-plan.server";
import { addTrial } from "~/domain/plans/changes/changes";
import { now } from "~/platform/clock";
import { hashTrialKey, normalizeKey } from "./trial-keys.server";

const MAX_TRIES = 5;
const WINDOW_MS = 15 * MINUTE;

type RedeemResult =
  | { ok: true; tier: PaidTier; plan: Plan }
  | { ok: false; code: "unknown" | "used" | "expired" | "revoked" | "already" | "not_needed" }
  | LockedOut;

/**
 * Redeems a trial key. One atomic write decrements the count, so that concurrent redemptions cannot exceed it. The
 * plan is granted afterwards, by this call, a repeated call or the job.
 */
export async function redeemKey(member: Member, typed: string): Promise<RedeemResult> {
  const seconds = await consumeRateLimit(`trial-key|${member.id}`, MAX_TRIES, WINDOW_MS);
  if (seconds > 0) return { ok: false, code: "locked", seconds };
  const body = normalizeKey(typed);
  const key = body && (await TrialKeyModel.findOne({ hash: hashTrialKey(body) }).lean());
  if (!key) return { ok: false, code: "unknown" };
  const redemption = key.redemptions.find(({ userId }) => userId === member.id);
  if (redemption?.applied) return { ok: false, code: "already" };
  if (!redemption) {
    if (await isNotNeeded(member.id, key)) return { ok: false, code: "not_needed" };
    const code = await consumeRedemption(member.id, key._id);
    if (code) return { ok: false, code };
  }
  const plan = await applyRedemption(key._id, member.id);
  return plan ? { ok: true, tier: key.tier, plan } : { ok: false, code: "already" };
}

async function isNotNeeded(userId: number, key: TrialKeyRecord): Promise<boolean> {
  let isUseful = true;
  await changePlan(userId, ({ entitlements, timezone }, at) => {
    isUseful = addTrial(entitlements, trialGrant(key, at), timezone) !== null;
    return null;
  });
  return !isUseful;
}

const trialGrant = ({ _id: id, tier, days, last4: mark }: TrialKeyRecord, at: Date) => ({
  id,
  tier,
  days,
  mark,
  at,
});

/**
 * Consumes one redemption of a key by compare-and-set.
 * @returns null on success, otherwise the reason why the key cannot be redeemed
 */
async function consumeRedemption(
  userId: number,
  id: string,
): Promise<"used" | "expired" | "revoked" | "already" | null> {
  const at = now();
  const result = await TrialKeyModel.updateOne(
    {
      _id: id,
      revokedAt: null,
      left: { $gt: 0 },
      "redemptions.userId": { $ne: userId },
      $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }],
    },
    { $inc: { left: -1 }, $push: { redemptions: { userId, at, applied: false } } },
  );
  if (result.modifiedCount === 1) return null;
  const key = await TrialKeyModel.findById(id).lean();
  if (key?.redemptions.some((redemption) => redemption.userId === userId)) return "already";
  if (key?.revokedAt) return "revoked";
  return key?.expiresAt && key.expiresAt <= at && key.left > 0 ? "expired" : "used";
}

/**
 * Grants the plan of a redemption, idempotently.
 * @returns null when the plan was granted before or a better plan makes the key useless
 */
async function applyRedemption(id: string, userId: number): Promise<Plan | null> {
  const key = await TrialKeyModel.findById(id).lean();
  const redemption = key?.redemptions.find((candidate) => candidate.userId === userId);
  if (!key || !redemption) return null;
  const result = await changePlan(userId, ({ entitlements, timezone, usedKeys }) => {
    if (usedKeys.includes(id)) return null;
    const next = addTrial(entitlements, trialGrant(key, redemption.at), timezone);
    return {
      entitlements: next ?? entitlements,
      cause: next && "key_redeemed",
      mark: key.last4,
      usedKey: id,
    };
  });
  await TrialKeyModel.updateOne(
    { _id: id, redemptions: { $elemMatch: { userId, applied: false } } },
    { $set: { "redemptions.$.applied": true } },
  );
  return result?.changed ? result.plan : null;
}

/**
 * Grants the plans of redemptions that a crash interrupted.
 * @returns how many keys had interrupted redemptions
 */
export async function recoverRedemptions(limit = 100): Promise<number> {
  const keys = await TrialKeyModel.find({ "redemptions.applied": false }).limit(limit).lean();
  for (const { _id, redemptions } of keys)
    for (const { userId, applied } of redemptions) if (!applied) await applyRedemption(_id, userId);
  return keys.length;
}
