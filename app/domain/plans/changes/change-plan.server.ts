import { UserModel, type UserRecord } from "#models/user.server";
import { entitlementsOf, storedPlan } from "~/domain/member/current-plan.server";
import { planAt, rank, tierAfter, type Holding, type Plan } from "~/domain/member/plan";
import { effectivePromptSet } from "~/domain/member/prayer-settings";
import { sealPendingMail } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { applyElapsed, changeLine, type Cause, type PlanChange } from "./changes";
import { flushLedger } from "./ledger.server";
import {
  dueNotices,
  nextPlanCheckAt,
  planMail,
  pruneSentMarks,
  type PlanMail,
  type PlanNotice,
} from "./notices";

/** What a change makes of what a person holds; `cause` writes a line into the ledger. */
export type Change = {
  holding: Holding;
  cause: Cause | null;
  mark?: string;
  actorId?: number;
  /** A key that is used up by this. */
  usedKey?: string;
  customerId?: string;
};

export type PlanUser = { id: number; timezone: string; holding: Holding; usedKeys: string[] };
export type PlanChangeResult = { changed: boolean; plan: Plan; fellBack: boolean };

/**
 * The only way a plan changes. What time has ended is recorded first, at its own time; then comes the
 * change, the rule for the prompt set (docs/product.md#prompt-sets), the ledger's lines and the emails that are due: all in one write, which
 * names the version that it saw and is tried again when another process came first. `decide` answers null to leave things
 * as they are, and may ask others: it runs between the reading and the write.
 * @returns null when there is no such person
 */
export async function changePlan(
  userId: number,
  decide: (user: PlanUser, at: Date) => Change | null | Promise<Change | null>,
): Promise<PlanChangeResult | null> {
  for (;;) {
    const at = now();
    const user = await UserModel.findById(userId).lean();
    if (!user) return null;
    const settled = applyElapsed(entitlementsOf(user), user.plan?.settledAt ?? at, at);
    const change = await decide(
      {
        id: userId,
        timezone: user.timezone,
        holding: settled.holding,
        usedKeys: user.plan?.usedKeys ?? [],
      },
      at,
    );
    const outcome = compose(user, settled, change, at);
    if (!change && !outcome.isDue) return { changed: false, plan: outcome.plan, fellBack: false };
    if (!(await write(user, outcome))) continue;
    await flushLedger(userId);
    if (outcome.mail.length) wakeMailRunner();
    return { changed: change !== null, plan: outcome.plan, fellBack: outcome.fallback !== null };
  }
}

function compose(
  user: UserRecord,
  settled: { holding: Holding; changes: PlanChange[] },
  change: Change | null,
  at: Date,
) {
  const holding = change?.holding ?? settled.holding;
  const plan = planAt(holding, at);
  const own = storedPlan(holding, at);
  const lines = [...settled.changes];
  const before = planAt(settled.holding, at);
  // A subscription given up and heard of again changes the tier without another cause.
  const unnamed =
    before.tier === plan.tier ? null : rank(plan.tier) > rank(before.tier) ? "paid_taken_up" : "paid_ended";
  const cause = change?.cause ?? unnamed;
  if (cause) lines.push(changeLine(before, plan, at, cause, change ?? {}));
  const set = effectivePromptSet(plan.tier, user.promptSetPreference);
  const marks = pruneSentMarks(user.plan?.noticed ?? [], at);
  const notices = dueNotices(holding, marks, at);
  const noticed = [...marks, ...notices.map(({ id }) => id)];
  const nextAt = nextPlanCheckAt(holding, noticed, at);
  return {
    at,
    plan,
    own,
    holding,
    lines,
    set,
    fallback: set === user.promptSetPreference ? null : set,
    noticed,
    nextAt,
    mail: notices.map((notice) =>
      sealPendingMail(planMail(noticeOf(user, notice, holding), linkOrigin()), at),
    ),
    usedKey: change?.usedKey,
    customerId: change?.customerId,
    isDue:
      lines.length > 0 ||
      notices.length > 0 ||
      set !== user.promptSetPreference ||
      own.tier !== user.subscriptionTier ||
      (nextAt?.getTime() ?? 0) !== (user.plan?.nextAt?.getTime() ?? 0),
  };
}

function noticeOf(user: UserRecord, { kind, tier, event }: PlanNotice, holding: Holding): PlanMail {
  const facts = { to: user.email, tier, at: event.toISOString(), timezone: user.timezone };
  return kind === "ending"
    ? { kind: "plan-ending", ...facts, then: tierAfter(holding, event) }
    : { kind: "plan-renewing", ...facts };
}

async function write(user: UserRecord, outcome: ReturnType<typeof compose>): Promise<boolean> {
  const { own, holding, lines, at, mail, usedKey, customerId } = outcome;
  const known = user.plan?.lines ?? 0;
  const seen = user.plan ? { "plan.version": user.plan.version } : { plan: { $exists: false } };
  const { modifiedCount } = await UserModel.updateOne(
    { _id: user._id, ...seen, promptSetPreference: user.promptSetPreference },
    {
      $set: {
        subscriptionTier: own.tier,
        subscription: own,
        promptSetPreference: outcome.set,
        "plan.version": (user.plan?.version ?? 0) + 1,
        "plan.settledAt": at,
        "plan.nextAt": outcome.nextAt,
        "plan.grants": holding.grants,
        "plan.override": holding.override,
        "plan.noticed": outcome.noticed,
        "plan.lines": known + lines.length,
        ...(outcome.fallback ? { "plan.fallback": outcome.fallback } : {}),
        ...(customerId ? { "billing.customerId": customerId } : {}),
      },
      $push: {
        "plan.changes": { $each: lines.map((line, index) => ({ ...line, number: known + index + 1 })) },
        "plan.usedKeys": { $each: usedKey ? [usedKey] : [] },
        pendingMail: { $each: mail },
      },
    },
  );
  return modifiedCount === 1;
}

/** Records what time has ended and sends what is due; nothing happens where nothing is. */
export function settlePlan(userId: number): Promise<PlanChangeResult | null> {
  return changePlan(userId, () => null);
}
