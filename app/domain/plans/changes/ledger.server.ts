import { duplicateKeyFields } from "#models/db/failures.server";
import { splitPage } from "#models/db/keyset-page.server";
import { PlanChangeModel } from "#models/plan-change.server";
import { UserModel } from "#models/user.server";
import type { Billing } from "#models/user/plan.server";
import { currentPlan, entitlementsOf } from "~/domain/member/current-plan.server";
import { FREE_PLAN, rank, type Grant, type Holding, type Plan } from "~/domain/member/plan";
import { now } from "~/platform/clock";
import type { PlanChange } from "./changes";

/** Moves new lines from the person's record to the ledger. A crash in between repeats the move, not the line. */
export async function flushLedger(userId: number): Promise<void> {
  const user = await UserModel.findById(userId).select({ "plan.changes": 1 }).lean();
  for (const { number, ...line } of user?.plan?.changes ?? []) {
    try {
      await PlanChangeModel.create({ _id: `${userId}.${number}`, userId, number, ...line });
    } catch (error) {
      if (!duplicateKeyFields(error)) throw error;
    }
    await UserModel.updateOne({ _id: userId }, { $pull: { "plan.changes": { number } } });
  }
}

/** People whose lines were left behind by a crash. */
export async function recoverLedger(limit = 100): Promise<number> {
  const users = await UserModel.find({ "plan.changes.number": { $gt: 0 } })
    .select({ _id: 1 })
    .limit(limit)
    .lean();
  for (const { _id } of users) await flushLedger(_id);
  return users.length;
}

export type LedgerLine = PlanChange & { number: number };

/** A line without who was behind it, as its person may keep it. */
export const planChangeOf = ({ number, at, cause, from, to, source, endsAt }: LedgerLine) => ({
  number,
  at,
  cause,
  from,
  to,
  source,
  endsAt,
});

/** A person's ledger, newest first: every change with its cause. */
export async function listPlanChanges(
  userId: number,
  { before, limit = 20 }: { before?: number; limit?: number } = {},
): Promise<{ lines: LedgerLine[]; older: number | null }> {
  const records = await PlanChangeModel.find({ userId, ...(before ? { number: { $lt: before } } : {}) })
    .sort({ number: -1 })
    .limit(limit + 1)
    .lean();
  const { shown, last } = splitPage(records, limit);
  const lines = shown.map((record) => ({
    ...planChangeOf(record),
    mark: record.mark,
    actorId: record.actorId,
  }));
  return { lines, older: last?.number ?? null };
}

export type CurrentEntitlements = { plan: Plan; holding: Holding; paid: Grant[]; billing: Billing | null };

/** What a person holds, as it is now; paid plans with the highest first. */
export async function readEntitlements(userId: number): Promise<CurrentEntitlements> {
  const user = await UserModel.findById(userId).lean();
  if (!user) return { plan: FREE_PLAN, holding: { grants: [], override: null }, paid: [], billing: null };
  const holding = entitlementsOf(user);
  const paid = holding.grants
    .filter(({ source }) => source === "paid")
    .sort((a, b) => rank(b.tier) - rank(a.tier));
  return { plan: currentPlan(user, now()), holding, paid, billing: user.billing ?? null };
}
