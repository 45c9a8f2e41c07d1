import { UserModel } from "#models/user.server";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { grantEnd, type Grant, type PaidTier, type Plan, type Tier } from "~/domain/member/plan";
import { PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { audit } from "~/domain/operations/audit-log.server";
import { formationEnded, type PlanToast } from "~/domain/plans/texts";
import { randomToken } from "~/platform/signing.server";
import { changePlan, reconcilePlan } from "./change-plan.server";
import { endAfterDays } from "./notices";

type GrantResult = { ok: true; plan: Plan } | { ok: false; code: "unknown" };

/**
 * Grants a plan, for some days or until it is withdrawn. Replaces an earlier grant; one of the same tier with days
 * extends it. Paid plans and trials stay.
 */
export async function grantPlan(
  actor: { id: number },
  userId: number,
  { tier, days }: { tier: PaidTier; days: number | null },
): Promise<GrantResult> {
  const result = await changePlan(userId, ({ entitlements, timezone }, at) => {
    const earlier = entitlements.grants.find(({ source }) => source === "gift");
    const extended = earlier?.tier === tier && days !== null ? grantEnd(earlier) : null;
    const gift: Grant = {
      id: randomToken(9),
      source: "gift",
      tier,
      startsAt: extended && earlier ? earlier.startsAt : at,
      endsAt: days === null ? null : endAfterDays(extended ?? at, days, timezone),
      paid: null,
      mark: "",
    };
    const rest = entitlements.grants.filter(({ source }) => source !== "gift");
    return {
      entitlements: { ...entitlements, grants: [...rest, gift] },
      cause: "gift_given",
      actorId: actor.id,
    };
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

/** Withdraws the grant; paid plans and trials stay. */
export async function withdrawGrant(actor: { id: number }, userId: number): Promise<GrantResult> {
  const result = await changePlan(userId, ({ entitlements }) => {
    const rest = entitlements.grants.filter(({ source }) => source !== "gift");
    if (rest.length === entitlements.grants.length) return null;
    return { entitlements: { ...entitlements, grants: rest }, cause: "gift_taken", actorId: actor.id };
  });
  if (!result) return { ok: false, code: "unknown" };
  if (result.changed) await audit({ kind: "plan.taken", actorId: actor.id, subjectId: userId });
  return { ok: true, plan: result.plan };
}

type SwitchResult =
  | { ok: true; member: Member; fellBack: boolean }
  | { ok: false; code: "not_allowed" | "unknown" };

/**
 * Plan Switcher: overrides an administrator's own tier for testing; null removes the override. Refused for other
 * members.
 */
export async function switchPlan(member: Member, tier: Tier | null): Promise<SwitchResult> {
  if (!member.isAdmin) {
    await audit({ kind: "plan.refused", actorId: member.id, subjectId: member.id });
    return { ok: false, code: "not_allowed" };
  }
  const result = await changePlan(member.id, ({ entitlements }, since) => {
    if (!tier && !entitlements.override) return null;
    return {
      entitlements: { ...entitlements, override: tier && { tier, since } },
      cause: tier ? "switched" : "switched_back",
      actorId: member.id,
    };
  });
  const user = await UserModel.findById(member.id).lean();
  if (!result || !user) return { ok: false, code: "unknown" };
  await audit({
    kind: "plan.switched",
    actorId: member.id,
    subjectId: member.id,
    details: { tier: tier ?? "own" },
  });
  return { ok: true, member: memberFrom(user), fellBack: result.fellBack };
}

/** Returns the message about a reset prompt set once. The atomic write decides between concurrent pages. */
export async function consumePlanNotice(userId: number): Promise<PlanToast | null> {
  await reconcilePlan(userId);
  const user = await UserModel.findOneAndUpdate(
    { _id: userId, "plan.fallback": { $in: PROMPT_SET_KEYS } },
    { $set: { "plan.fallback": null } },
    { returnDocument: "before" },
  ).lean();
  const fallback = user?.plan?.fallback;
  return fallback ? formationEnded(PROMPT_SETS[fallback].name) : null;
}
