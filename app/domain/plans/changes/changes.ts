import {
  boundaries,
  endOf,
  planAt,
  rank,
  type Grant,
  type GrantSource,
  type Holding,
  type Plan,
} from "~/domain/member/plan";
import type { PaidTier, Tier } from "~/domain/member/tiers";
import { endAfterDays } from "./notices";

/** Why a plan changed, as the person reads it in their ledger. */
export const CAUSES = [
  "key_redeemed",
  "plan_began",
  "trial_ended",
  "gift_given",
  "gift_taken",
  "gift_ended",
  "paid_started",
  "paid_changed",
  "paid_cancelled",
  "paid_kept",
  "paid_paused",
  "paid_taken_up",
  "paid_rests",
  "paid_ended",
  "switched",
  "switched_back",
] as const;
export type Cause = (typeof CAUSES)[number];

/** One line of the ledger. */
export type PlanChange = {
  at: Date;
  cause: Cause;
  from: Tier;
  to: Tier;
  source: GrantSource;
  endsAt: Date | null;
  /** The last four characters of a key. */
  mark: string;
  /** Who did it, where it was not the person. */
  actorId: number | null;
};

const endedBy = (plan: Plan, holding: Holding, at: Date): Cause => {
  if (plan.source === "trial") return "trial_ended";
  if (plan.source === "gift") return "gift_ended";
  return holding.grants.some(({ paid }) => paid?.pausedFrom && paid.pausedFrom <= at)
    ? "paid_rests"
    : "paid_ended";
};

/** A line from one plan to another. */
export function changeLine(
  before: Plan,
  after: Plan,
  at: Date,
  cause: Cause,
  { mark = "", actorId = null }: { mark?: string; actorId?: number | null } = {},
): PlanChange {
  const { tier: to, source, endsAt } = after;
  return { at, cause, from: before.tier, to, source, endsAt, mark, actorId };
}

/** What time has changed between two moments, each at its own time, and what is left to hold. */
export function applyElapsed(
  holding: Holding,
  since: Date,
  now: Date,
): { holding: Holding; changes: PlanChange[] } {
  const changes: PlanChange[] = [];
  let before = planAt(holding, since);
  for (const moment of boundaries(holding, since).filter((at) => at <= now)) {
    const after = planAt(holding, moment);
    if (after.tier !== before.tier || after.source !== before.source) {
      const cause = rank(after.tier) > rank(before.tier) ? "plan_began" : endedBy(before, holding, moment);
      changes.push(changeLine(before, after, moment, cause));
    }
    before = after;
  }
  return { holding: { ...holding, grants: holding.grants.filter((grant) => !isOver(grant, now)) }, changes };
}

/** A subscription is over when it says so; if nothing was heard of one, we ask the payment service first. */
function isOver(grant: Grant, now: Date): boolean {
  const end = grant.paid ? grant.paid.cancelAt : endOf(grant);
  return end !== null && end <= now;
}

export type TrialGrant = { id: string; tier: PaidTier; days: number; mark: string; at: Date };

/**
 * A key's time begins when it is redeemed, or after the time of other keys that hold as much. Null where a plan
 * without an end already holds everything that the key gives: the key is not used up for nothing.
 */
export function addTrial(holding: Holding, key: TrialGrant, zone: string): Holding | null {
  const others = holding.grants.filter(({ tier }) => rank(tier) >= rank(key.tier));
  const held = others.filter((grant) => {
    const end = endOf(grant);
    return grant.startsAt <= key.at && (end === null || end > key.at);
  });
  if (
    held.some(({ source, paid, endsAt }) => source !== "trial" && (paid ? isOngoing(paid) : endsAt === null))
  )
    return null;
  const ends = others.map((grant) => endOf(grant)?.getTime() ?? 0).filter((end) => end > key.at.getTime());
  const startsAt = ends.length ? new Date(Math.max(...ends)) : key.at;
  const grant: Grant = {
    id: key.id,
    source: "trial",
    tier: key.tier,
    startsAt,
    endsAt: endAfterDays(startsAt, key.days, zone),
    paid: null,
    mark: key.mark,
  };
  return { ...holding, grants: [...holding.grants, grant] };
}

const isOngoing = ({ cancelAt, pausedFrom }: NonNullable<Grant["paid"]>) => !cancelAt && !pausedFrom;

/** Puts what the payment provider says of a subscription in the place of what was known. */
export function addPaid(
  holding: Holding,
  id: string,
  next: Grant | null,
): { holding: Holding; cause: Cause | null } {
  const known = holding.grants.find((grant) => grant.id === id);
  const rest = holding.grants.filter((grant) => grant.id !== id);
  return {
    holding: { ...holding, grants: next ? [...rest, next] : rest },
    cause: causeBetween(known, next),
  };
}

function causeBetween(known: Grant | undefined, next: Grant | null): Cause | null {
  if (!known) return next ? "paid_started" : null;
  if (!next) return "paid_ended";
  if (known.tier !== next.tier || known.paid?.interval !== next.paid?.interval) return "paid_changed";
  const [was, is] = [known.paid, next.paid];
  if (!was?.cancelAt && is?.cancelAt) return "paid_cancelled";
  if (was?.cancelAt && !is?.cancelAt) return "paid_kept";
  if (!was?.pausedFrom && is?.pausedFrom) return "paid_paused";
  if (was?.pausedFrom && !is?.pausedFrom) return "paid_taken_up";
  return null;
}
