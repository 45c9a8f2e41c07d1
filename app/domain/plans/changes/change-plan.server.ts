import { createIfMissing, splitPage } from "#models/db/queries.server";
import { PlanChangeModel } from "#models/plans.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { Billing } from "#models/user/plan.server";
import { currentPlan, entitlementsOf, storedPlan } from "~/domain/member/current-member.server";
import {
  FREE_PLAN,
  planAt,
  tierAfter,
  tierRank,
  type Entitlements,
  type Grant,
  type Plan,
} from "~/domain/member/plan";
import { effectivePromptSet } from "~/domain/member/prayer-settings";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { applyElapsed, changeLine, type PlanChange, type PlanChangeCause } from "./changes";
import {
  dueNotices,
  nextPlanCheckAt,
  planMail,
  pruneSentNotices,
  type PlanMail,
  type PlanNotice,
} from "./notices";

/**
 * Moves new lines from the user's record to the ledger (outbox pattern). After a crash the move repeats; the id
 * prevents duplicates.
 */
async function flushLedger(userId: number): Promise<void> {
  const user = await UserModel.findById(userId).select({ "plan.changes": 1 }).lean();
  for (const { number, ...line } of user?.plan?.changes ?? []) {
    await createIfMissing(PlanChangeModel, { _id: `${userId}.${number}`, userId, number, ...line });
    await UserModel.updateOne({ _id: userId }, { $pull: { "plan.changes": { number } } });
  }
}

/**
 * Flushes lines left by a crash.
 * @returns how many users were flushed
 */
export async function recoverLedger(limit = 100): Promise<number> {
  const users = await UserModel.find({ "plan.changes.number": { $gt: 0 } })
    .select({ _id: 1 })
    .limit(limit)
    .lean();
  for (const { _id } of users) await flushLedger(_id);
  return users.length;
}

type LedgerLine = PlanChange & { number: number };

/** A ledger line for the member's export, without `mark` and `actorId`. */
export const planChangeOf = ({ number, at, cause, from, to, source, endsAt }: LedgerLine) => ({
  number,
  at,
  cause,
  from,
  to,
  source,
  endsAt,
});

/** A page of the member's ledger, newest first, before line number `before`. */
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

type CurrentEntitlements = {
  plan: Plan;
  entitlements: Entitlements;
  paid: Grant[];
  billing: Billing | null;
};

/** The user's current plan and grants. `paid` contains the paid grants, highest tier first. */
export async function readEntitlements(userId: number): Promise<CurrentEntitlements> {
  const user = await UserModel.findById(userId).lean();
  if (!user)
    return { plan: FREE_PLAN, entitlements: { grants: [], override: null }, paid: [], billing: null };
  const entitlements = entitlementsOf(user);
  const paid = entitlements.grants
    .filter(({ source }) => source === "paid")
    .sort((a, b) => tierRank(b.tier) - tierRank(a.tier));
  return { plan: currentPlan(user, now()), entitlements, paid, billing: user.billing ?? null };
}

/** Result of a plan change. A `cause` adds a ledger line. */
type PlanDecision = {
  entitlements: Entitlements;
  cause: PlanChangeCause | null;
  mark?: string;
  actorId?: number;
  /** Id of the trial key that this change uses up. */
  usedKey?: string;
  customerId?: string;
};

type PlanUser = { id: number; timezone: string; entitlements: Entitlements; usedKeys: string[] };
export type PlanChangeResult = { changed: boolean; plan: Plan; fellBack: boolean };

/**
 * The only writer of plans. Applies elapsed periods at their own times, then the decision and the prompt-set rule
 * (docs/product.md#prompt-sets), and stores them with ledger lines and due emails in one write; optimistic locking by
 * version, with retry. `decide` runs between read and write, may call other services, and returns null to change
 * nothing.
 * @returns null when there is no such user
 */
export async function changePlan(
  userId: number,
  decide: (user: PlanUser, at: Date) => PlanDecision | null | Promise<PlanDecision | null>,
): Promise<PlanChangeResult | null> {
  for (;;) {
    const at = now();
    const user = await UserModel.findById(userId).lean();
    if (!user) return null;
    const elapsed = applyElapsed(entitlementsOf(user), user.plan?.settledAt ?? at, at);
    const change = await decide(
      {
        id: userId,
        timezone: user.timezone,
        entitlements: elapsed.entitlements,
        usedKeys: user.plan?.usedKeys ?? [],
      },
      at,
    );
    const outcome = composeOutcome(user, elapsed, change, at);
    if (!change && !outcome.isDue) return { changed: false, plan: outcome.plan, fellBack: false };
    if (!(await storeOutcome(user, outcome))) continue;
    await flushLedger(userId);
    if (outcome.mail.length) wakeMailRunner();
    return { changed: change !== null, plan: outcome.plan, fellBack: outcome.fallback !== null };
  }
}

function composeOutcome(
  user: UserRecord,
  elapsed: { entitlements: Entitlements; changes: PlanChange[] },
  change: PlanDecision | null,
  at: Date,
) {
  const entitlements = change?.entitlements ?? elapsed.entitlements;
  const plan = planAt(entitlements, at);
  const own = storedPlan(entitlements, at);
  const lines = [...elapsed.changes];
  const before = planAt(elapsed.entitlements, at);
  // A subscription can lapse and reappear without an event that names the cause, so the change of tier implies it.
  const impliedCause =
    before.tier === plan.tier
      ? null
      : tierRank(plan.tier) > tierRank(before.tier)
        ? "paid_taken_up"
        : "paid_ended";
  const cause = change?.cause ?? impliedCause;
  if (cause) lines.push(changeLine(before, plan, at, cause, change ?? {}));
  const set = effectivePromptSet(plan.tier, user.promptSetPreference);
  const marks = pruneSentNotices(user.plan?.noticed ?? [], at);
  const notices = dueNotices(entitlements, marks, at);
  const noticed = [...marks, ...notices.map(({ id }) => id)];
  const nextAt = nextPlanCheckAt(entitlements, noticed, at);
  return {
    at,
    plan,
    own,
    entitlements,
    lines,
    set,
    fallback: set === user.promptSetPreference ? null : set,
    noticed,
    nextAt,
    mail: notices.map((notice) =>
      sealPendingMail(planMail(noticeOf(user, notice, entitlements), linkOrigin()), at),
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

function noticeOf(user: UserRecord, { kind, tier, event }: PlanNotice, entitlements: Entitlements): PlanMail {
  const facts = { to: user.email, tier, at: event.toISOString(), timezone: user.timezone };
  return kind === "ending"
    ? { kind: "plan-ending", ...facts, then: tierAfter(entitlements, event) }
    : { kind: "plan-renewing", ...facts };
}

async function storeOutcome(user: UserRecord, outcome: ReturnType<typeof composeOutcome>): Promise<boolean> {
  const { own, entitlements, lines, at, mail, usedKey, customerId } = outcome;
  const lineCount = user.plan?.lines ?? 0;
  const unchanged = user.plan ? { "plan.version": user.plan.version } : { plan: { $exists: false } };
  const { modifiedCount } = await UserModel.updateOne(
    { _id: user._id, ...unchanged, promptSetPreference: user.promptSetPreference },
    {
      $set: {
        subscriptionTier: own.tier,
        subscription: own,
        promptSetPreference: outcome.set,
        "plan.version": (user.plan?.version ?? 0) + 1,
        "plan.settledAt": at,
        "plan.nextAt": outcome.nextAt,
        "plan.grants": entitlements.grants,
        "plan.override": entitlements.override,
        "plan.noticed": outcome.noticed,
        "plan.lines": lineCount + lines.length,
        ...(outcome.fallback ? { "plan.fallback": outcome.fallback } : {}),
        ...(customerId ? { "billing.customerId": customerId } : {}),
      },
      $push: {
        "plan.changes": { $each: lines.map((line, index) => ({ ...line, number: lineCount + index + 1 })) },
        "plan.usedKeys": { $each: usedKey ? [usedKey] : [] },
        pendingMail: { $each: mail },
      },
    },
  );
  return modifiedCount === 1;
}

/** Applies elapsed periods and queues due emails; writes nothing if there is nothing to do. */
export function reconcilePlan(userId: number): Promise<PlanChangeResult | null> {
  return changePlan(userId, () => null);
}
