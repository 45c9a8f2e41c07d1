import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { settlePlan } from "./change-plan.server";
import { moveForgottenChanges } from "./ledger.server";
import { applyForgottenRedemptions } from "./redeem-key.server";

const BATCH = 200;

/**
 * One round of the job: whoever's plan has ended or is about to end is looked at, so that the fall back is written down
 * and the mails of seven days and one day before go out; and what a crash left half-way is completed.
 */
export async function settlePlans(signal?: AbortSignal): Promise<number> {
  let settled = 0;
  while (!signal?.aborted) {
    const due = await UserModel.find({ "plan.nextAt": { $gt: new Date(0), $lte: now() } })
      .sort({ "plan.nextAt": 1 })
      .select({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const { _id } of due) {
      if (signal?.aborted) return settled;
      await settlePlan(_id);
      settled += 1;
    }
    if (due.length < BATCH) break;
  }
  while (!signal?.aborted && (await applyForgottenRedemptions()) > 0);
  while (!signal?.aborted && (await moveForgottenChanges()) > 0);
  return settled;
}
