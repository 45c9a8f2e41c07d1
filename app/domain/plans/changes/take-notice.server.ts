import { UserModel } from "#models/user.server";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import { PROMPT_SET_KEYS } from "~/domain/member/prompt-set";
import { formationEnded, type PlanToast } from "~/domain/plans/texts";
import { settlePlan } from "./change-plan.server";

/**
 * The message that a person's set was changed because their plan has ended, for one page and no other. Taken by one atomic write, so that of two pages at once one shows it.
 */
export async function takePlanNotice(userId: number): Promise<PlanToast | null> {
  await settlePlan(userId);
  const user = await UserModel.findOneAndUpdate(
    { _id: userId, "plan.fallback": { $in: PROMPT_SET_KEYS } },
    { $set: { "plan.fallback": null } },
    { returnDocument: "before" },
  ).lean();
  const fallback = user?.plan?.fallback;
  return fallback ? formationEnded(PROMPT_SETS[fallback].name) : null;
}
