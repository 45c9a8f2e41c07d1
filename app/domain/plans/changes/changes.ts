import {
  grantEnd,
  planAt,
  planBoundaries,
  tierRank,
  type Entitlements,
  type Grant,
  type GrantSource,
  type PaidTier,
  type Plan,
  type Tier,
} from "~/domain/member/plan";
import { endAfterDays } from "./notices";

/** Causes of plan changes, as shown in the ledger. */
export const PLAN_CHANGE_CAUSES = [
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
export type PlanChangeCause = (typeof PLAN_CHANGE_CAUSES)[number];

export type PlanChange = {
  at: Date;
  cause: PlanChangeCause;
  from: Tier;
  to: Tier;
  source: GrantSource;
  endsAt: Date | null;
  /** Last four characters of a trial key. */
  mark: string;
  /** The administrator behind the change; null for the member. */
  actorId: number | null;
};

const endCause = (plan: Plan, entitlements: Entitlements, at: Date): PlanChangeCause => {
  if (plan.source === "trial") return "trial_ended";
  if (plan.source === "gift") return "gift_ended";
  return entitlements.grants.some(({ paid }) => paid?.pausedFrom && paid.pausedFrom <= at)
    ? "paid_rests"
    : "paid_ended";
};

export function changeLine(
  before: Plan,
  after: Plan,
  at: Date,
  cause: PlanChangeCause,
  { mark = "", actorId = null }: { mark?: string; actorId?: number | null } = {},
): PlanChange {
  const { tier: to, source, endsAt } = after;
  return { at, cause, from: before.tier, to, source, endsAt, mark, actorId };
}

/**
 * Applies the boundaries between `since` and `now`, each at its own time.
 * @returns the changes, and the entitlements without ended grants
 */
export function applyElapsed(
  entitlements: Entitlements,
  since: Date,
  now: Date,
): { entitlements: Entitlements; changes: PlanChange[] } {
  const changes: PlanChange[] = [];
  let before = planAt(entitlements, since);
  for (const moment of planBoundaries(entitlements, since).filter((at) => at <= now)) {
    const after = planAt(entitlements, moment);
    if (after.tier !== before.tier || after.source !== before.source) {
      const cause =
        tierRank(after.tier) > tierRank(before.tier) ? "plan_began" : endCause(before, entitlements, moment);
      changes.push(changeLine(before, after, moment, cause));
    }
    before = after;
  }
  return {
    entitlements: { ...entitlements, grants: entitlements.grants.filter((grant) => !hasEnded(grant, now)) },
    changes,
  };
}

/**
 * A subscription ends only at `cancelAt`: when an event is overdue, the payment service is queried before anything
 * ends.
 */
function hasEnded(grant: Grant, now: Date): boolean {
  const end = grant.paid ? grant.paid.cancelAt : grantEnd(grant);
  return end !== null && end <= now;
}

type TrialGrant = { id: string; tier: PaidTier; days: number; mark: string; at: Date };

/**
 * Adds a trial. It starts when the key is redeemed, or after other grants of the same or a higher tier.
 * @returns null when a plan without an end already includes the key's tier, so that the key is not wasted
 */
export function addTrial(entitlements: Entitlements, key: TrialGrant, zone: string): Entitlements | null {
  const others = entitlements.grants.filter(({ tier }) => tierRank(tier) >= tierRank(key.tier));
  const active = others.filter((grant) => {
    const end = grantEnd(grant);
    return grant.startsAt <= key.at && (end === null || end > key.at);
  });
  if (
    active.some(
      ({ source, paid, endsAt }) => source !== "trial" && (paid ? isOngoing(paid) : endsAt === null),
    )
  )
    return null;
  const ends = others.map((grant) => grantEnd(grant)?.getTime() ?? 0).filter((end) => end > key.at.getTime());
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
  return { ...entitlements, grants: [...entitlements.grants, grant] };
}

const isOngoing = ({ cancelAt, pausedFrom }: NonNullable<Grant["paid"]>) => !cancelAt && !pausedFrom;

/** Replaces the grant of a subscription; null removes it. */
export function addPaid(
  entitlements: Entitlements,
  id: string,
  next: Grant | null,
): { entitlements: Entitlements; cause: PlanChangeCause | null } {
  const previous = entitlements.grants.find((grant) => grant.id === id);
  const rest = entitlements.grants.filter((grant) => grant.id !== id);
  return {
    entitlements: { ...entitlements, grants: next ? [...rest, next] : rest },
    cause: causeBetween(previous, next),
  };
}

function causeBetween(previous: Grant | undefined, next: Grant | null): PlanChangeCause | null {
  if (!previous) return next ? "paid_started" : null;
  if (!next) return "paid_ended";
  if (previous.tier !== next.tier || previous.paid?.interval !== next.paid?.interval) return "paid_changed";
  const [before, after] = [previous.paid, next.paid];
  if (!before?.cancelAt && after?.cancelAt) return "paid_cancelled";
  if (before?.cancelAt && !after?.cancelAt) return "paid_kept";
  if (!before?.pausedFrom && after?.pausedFrom) return "paid_paused";
  if (before?.pausedFrom && !after?.pausedFrom) return "paid_taken_up";
  return null;
}
