import { UserModel } from "#models/user.server";
import { audit } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import type { Tier } from "~/domain/member/tiers";
import { changePlan } from "./change-plan.server";

export type SwitchResult =
  { ok: true; member: Member; fellBack: boolean } | { ok: false; code: "not_allowed" | "unknown" };

/**
 * The Plan Switcher: an administrator takes another tier for their own account, for testing; null goes
 * back to the plan that is really theirs. Others change nothing here.
 */
export async function switchPlan(member: Member, tier: Tier | null): Promise<SwitchResult> {
  if (!member.isAdmin) {
    await audit({ kind: "plan.refused", actorId: member.id, subjectId: member.id });
    return { ok: false, code: "not_allowed" };
  }
  const result = await changePlan(member.id, ({ holding }, since) => {
    if (!tier && !holding.override) return null;
    return {
      holding: { ...holding, override: tier && { tier, since } },
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
