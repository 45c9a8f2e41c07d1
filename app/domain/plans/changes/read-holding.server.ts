import { UserModel } from "#models/user.server";
import type { Billing } from "#models/user/plan.server";
import { currentPlan, holdingOf } from "~/domain/member/current-plan.server";
import { FREE_PLAN, rank, type Grant, type Holding, type Plan } from "~/domain/member/plan";
import { now } from "~/platform/clock";

export type HeldPlans = { plan: Plan; holding: Holding; paid: Grant[]; billing: Billing | null };

/** What a person holds, as it is now; paid plans with the highest first. */
export async function readHolding(userId: number): Promise<HeldPlans> {
  const user = await UserModel.findById(userId).lean();
  if (!user) return { plan: FREE_PLAN, holding: { grants: [], override: null }, paid: [], billing: null };
  const holding = holdingOf(user);
  const paid = holding.grants
    .filter(({ source }) => source === "paid")
    .sort((a, b) => rank(b.tier) - rank(a.tier));
  return { plan: currentPlan(user, now()), holding, paid, billing: user.billing ?? null };
}
