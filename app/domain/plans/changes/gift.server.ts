import { audit } from "~/domain/audit/log.server";
import { endOf, type Grant, type Plan } from "~/domain/member/plan";
import type { PaidTier } from "~/domain/member/tiers";
import { randomToken } from "~/platform/signing.server";
import { changePlan } from "./change-plan.server";
import { endAfterDays } from "./plan-days";

export type GiftResult = { ok: true; plan: Plan } | { ok: false; code: "unknown" };

/**
 * An administrator grants someone a plan, for days or until it is withdrawn (also what an operator does who has been paid in another way). It takes the place of an earlier gift; a gift of the same plan
 * with days begins where that one ends. What the person pays for or has redeemed stays.
 */
export async function givePlan(
  actor: { id: number },
  userId: number,
  { tier, days }: { tier: PaidTier; days: number | null },
): Promise<GiftResult> {
  const result = await changePlan(userId, ({ holding, timezone }, at) => {
    const earlier = holding.grants.find(({ source }) => source === "gift");
    const extended = earlier?.tier === tier && days !== null ? endOf(earlier) : null;
    const gift: Grant = {
      id: randomToken(9),
      source: "gift",
      tier,
      startsAt: extended && earlier ? earlier.startsAt : at,
      endsAt: days === null ? null : endAfterDays(extended ?? at, days, timezone),
      paid: null,
      mark: "",
    };
    const rest = holding.grants.filter(({ source }) => source !== "gift");
    return { holding: { ...holding, grants: [...rest, gift] }, cause: "gift_given", actorId: actor.id };
  });
  if (!result) return { ok: false, code: "unknown" };
  await audit({
    kind: "plan.given",
    actorId: actor.id,
    subjectId: userId,
    details: { tier, days: days ?? 0 },
  });
  return { ok: true, plan: result.plan };
}

/** Takes a gift back; the person has what they pay for or have redeemed, or the Free Plan. */
export async function takeGift(actor: { id: number }, userId: number): Promise<GiftResult> {
  const result = await changePlan(userId, ({ holding }) => {
    const rest = holding.grants.filter(({ source }) => source !== "gift");
    if (rest.length === holding.grants.length) return null;
    return { holding: { ...holding, grants: rest }, cause: "gift_taken", actorId: actor.id };
  });
  if (!result) return { ok: false, code: "unknown" };
  if (result.changed) await audit({ kind: "plan.taken", actorId: actor.id, subjectId: userId });
  return { ok: true, plan: result.plan };
}
