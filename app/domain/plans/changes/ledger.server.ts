import { duplicateKeyFields } from "#models/db/failures.server";
import { onePage } from "#models/db/pages.server";
import { PlanChangeModel } from "#models/plan-change.server";
import { UserModel } from "#models/user.server";
import type { PlanChange } from "./changes";

/** Moves new lines from the person's record to the ledger. A crash in between repeats the move, not the line. */
export async function moveChanges(userId: number): Promise<void> {
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
export async function moveForgottenChanges(limit = 100): Promise<number> {
  const users = await UserModel.find({ "plan.changes.number": { $gt: 0 } })
    .select({ _id: 1 })
    .limit(limit)
    .lean();
  for (const { _id } of users) await moveChanges(_id);
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
  const { shown, last } = onePage(records, limit);
  const lines = shown.map((record) => ({
    ...planChangeOf(record),
    mark: record.mark,
    actorId: record.actorId,
  }));
  return { lines, older: last?.number ?? null };
}
