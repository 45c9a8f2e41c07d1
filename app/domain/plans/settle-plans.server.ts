import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { PaymentsAwayError, PaymentsRefusedError } from "~/platform/stripe/client.server";
import { isPaymentsSetUp } from "~/platform/stripe/payments.server";
import { syncSubscription } from "./billing/sync-subscription.server";
import { settlePlan } from "./changes/change-plan.server";
import { readEntitlements, recoverLedger } from "./changes/ledger.server";
import { isOverdue } from "./changes/notices";
import { recoverRedemptions } from "./trial-keys/redeem-key.server";

const BATCH = 200;

/**
 * One round of the job: people whose plan has ended or is about to end, so that the change is recorded
 * and the emails of seven days and one day before go out; and what a crash left half-way is completed.
 */
export async function reconcilePlans(signal?: AbortSignal): Promise<number> {
  let settled = 0;
  while (!signal?.aborted) {
    const due = await UserModel.find({ "plan.nextAt": { $gt: new Date(0), $lte: now() } })
      .sort({ "plan.nextAt": 1 })
      .select({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const { _id } of due) {
      if (signal?.aborted) return settled;
      await hearOfPayments(_id);
      await settlePlan(_id);
      settled += 1;
    }
    if (due.length < BATCH) break;
  }
  while (!signal?.aborted && (await recoverRedemptions()) > 0);
  while (!signal?.aborted && (await recoverLedger()) > 0);
  return settled;
}

/** Asks about subscriptions that are past their end without a word: the event may have been lost. */
async function hearOfPayments(userId: number): Promise<void> {
  if (!isPaymentsSetUp()) return;
  const { paid } = await readEntitlements(userId);
  for (const grant of paid) {
    if (!isOverdue(grant, now())) continue;
    try {
      await syncSubscription(userId, grant.id);
    } catch (error) {
      // We ask again later; see the next moment of a plan.
      if (!(error instanceof PaymentsAwayError || error instanceof PaymentsRefusedError)) throw error;
    }
  }
}
