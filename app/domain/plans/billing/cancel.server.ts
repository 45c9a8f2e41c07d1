import { UserModel } from "#models/user.server";
import { readHolding } from "~/domain/plans/changes/read-holding.server";
import { randomToken } from "~/platform/signing.server";
import {
  endSubscription,
  expireCheckout,
  isPaymentsSetUp,
  updateSubscription,
} from "~/platform/stripe/payments.server";
import { outcomeOf } from "./payment-failure.server";
import { syncSubscription } from "./sync-subscription.server";

/**
 * Before an account is deleted: makes sure that nothing is ever charged again. A paid plan is
 * cancelled for the end of the time that is paid for, so that someone who changes their mind within the seven days still
 * has it; one whose payment is late ends at once, and an open payment page is closed. Can be repeated.
 * `away`: the payment service does not answer, and the deletion has to wait.
 */
export async function cancelPaidPlan(member: {
  id: number;
}): Promise<{ ok: true } | { ok: false; code: "away" }> {
  const { paid, billing } = await readHolding(member.id);
  if (!isPaymentsSetUp()) return { ok: true };
  const result = await outcomeOf(async () => {
    if (billing?.checkoutId) {
      await expireCheckout(billing.checkoutId);
      await UserModel.updateOne(
        { _id: member.id, "billing.checkoutId": billing.checkoutId },
        { $set: { "billing.checkoutId": null } },
      );
    }
    for (const grant of paid) {
      if (grant.paid?.late) await endSubscription(grant.id);
      else if (!grant.paid?.cancelAt)
        await updateSubscription(
          grant.id,
          { cancel_at_period_end: true },
          `leave-${grant.id}-${randomToken(9)}`,
        );
      await syncSubscription(member.id, grant.id);
    }
    return { ok: true } as const;
  });
  return result.ok ? result : { ok: false, code: "away" };
}
