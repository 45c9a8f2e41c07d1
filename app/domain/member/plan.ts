import { DAY } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

export const TIERS = ["free", "tier1", "tier2"] as const;
export type Tier = (typeof TIERS)[number];

/** Plans that can be bought or granted. */
export const PAID_TIERS = ["tier1", "tier2"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export const TIER_LABELS: Record<Tier, string> = {
  free: t("Free Plan"),
  tier1: t("Growth Plan"),
  tier2: t("Formation Plan"),
};

export const COACH_KEYS = ["rhythm", "listener", "reader", "examen", "discern", "writer"] as const;
export type CoachKey = (typeof COACH_KEYS)[number];

/** Features of a plan. Every check of a feature reads them here. */
export type Features = {
  /** The part of the library that Random Prompts use. */
  promptLibrary: "core" | "all";
  /** Reading plans through a book of the Bible. */
  bookPassages: boolean;
  /** The reading plan with a reading in the morning and a psalm in the evening. */
  booksInCourse: boolean;
  /** Weekly insights by a language model; every plan has insights by rules. */
  modelInsights: boolean;
  seasonInsights: boolean;
  coaches: readonly CoachKey[];
  /** Coaches that use a language model; every plan has their question trees. */
  modelCoaches: boolean;
  coachMessagesADay: number;
};

const FREE: Features = {
  promptLibrary: "core",
  bookPassages: false,
  booksInCourse: false,
  modelInsights: false,
  seasonInsights: false,
  coaches: ["rhythm"],
  modelCoaches: false,
  coachMessagesADay: 20,
};

const GROWTH: Features = {
  ...FREE,
  promptLibrary: "all",
  bookPassages: true,
  modelInsights: true,
  coaches: ["rhythm", "listener", "reader"],
  modelCoaches: true,
};

const FORMATION: Features = {
  ...GROWTH,
  booksInCourse: true,
  seasonInsights: true,
  coaches: COACH_KEYS,
  coachMessagesADay: 60,
};

const FEATURES: Record<Tier, Features> = { free: FREE, tier1: GROWTH, tier2: FORMATION };

/** Writing, safety, privacy, search and export are in every plan and therefore not listed as features. */
export function featuresOf(tier: Tier): Features {
  return FEATURES[tier];
}

export function hasCoach(tier: Tier, coach: CoachKey): boolean {
  return FEATURES[tier].coaches.includes(coach);
}

export function canUpgrade(tier: Tier): boolean {
  return tier !== "tier2";
}

/** Origins of the effective plan. */
export const GRANT_SOURCES = ["none", "trial", "gift", "paid", "admin"] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

export const BILLING_INTERVALS = ["month", "year"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** State of a subscription at the payment provider. */
export type SubscriptionFacts = {
  interval: BillingInterval;
  /** End of the paid period. */
  renewsAt: Date | null;
  /** Cancellation by the member. */
  cancelAt: Date | null;
  pausedFrom: Date | null;
  resumesAt: Date | null;
  /** A payment has failed and will be retried. */
  late: boolean;
};

/** A plan for some time: a redeemed trial key, a grant by an administrator, or a subscription. */
export type Grant = {
  /** Id of the key, the grant or the subscription. */
  id: string;
  source: "trial" | "gift" | "paid";
  tier: PaidTier;
  startsAt: Date;
  /** Null for a grant without an end and for a subscription, whose end `paid` determines. */
  endsAt: Date | null;
  paid: SubscriptionFacts | null;
  /** The last four characters of a key. */
  mark: string;
};

/** Inputs of the effective plan: the user record and the instance default. */
export type Entitlements = {
  grants: Grant[];
  /** Plan that an administrator chose for their own tests; takes precedence over all grants. */
  override: { tier: Tier; since: Date } | null;
  /** Minimum plan of every member, without an end; the Free Plan by default. */
  minimumTier?: Tier;
};

/** The effective plan at a moment. */
export type Plan = {
  tier: Tier;
  source: GrantSource;
  startsAt: Date | null;
  /** Known end of the tier; null if it continues. */
  endsAt: Date | null;
  /** End of a subscription that the member has cancelled. */
  cancelAt: Date | null;
};

export const FREE_PLAN: Plan = { tier: "free", source: "none", startsAt: null, endsAt: null, cancelAt: null };

/** Time for a late webhook: the subscription stays valid after `renewsAt`. */
const GRACE_MS = 3 * DAY;

export const tierRank = (tier: Tier): number => TIERS.indexOf(tier);

/** Known end; null for a subscription that continues. */
function plannedEnd({ endsAt, paid }: Grant): Date | null {
  if (!paid) return endsAt;
  return earliest(paid.cancelAt, paid.pausedFrom);
}

/** Effective end: a subscription without news from the provider also ends, after the grace period. */
export function grantEnd(grant: Grant): Date | null {
  const { paid } = grant;
  const graceEnd = paid?.renewsAt ? new Date(paid.renewsAt.getTime() + GRACE_MS) : null;
  return earliest(plannedEnd(grant), graceEnd);
}

function earliest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length ? new Date(Math.min(...known.map(Number))) : null;
}

const isGrantActive = (grant: Grant, end: Date | null, at: Date) =>
  grant.startsAt <= at && (end === null || at < end);

const SOURCE_ORDER: GrantSource[] = ["paid", "gift", "trial"];

/** The active grant with the highest tier; among equals paid before granted before trial, then the oldest. */
function bestGrant(grants: Grant[], at: Date, end: (grant: Grant) => Date | null): Grant | undefined {
  return grants
    .filter((grant) => isGrantActive(grant, end(grant), at))
    .sort(
      (a, b) =>
        tierRank(b.tier) - tierRank(a.tier) ||
        SOURCE_ORDER.indexOf(a.source) - SOURCE_ORDER.indexOf(b.source) ||
        a.startsAt.getTime() - b.startsAt.getTime() ||
        (a.id < b.id ? -1 : 1),
    )[0];
}

/** Starts and ends of grants after `from`, in order. */
export function planBoundaries(
  { grants }: Entitlements,
  from: Date,
  end: (grant: Grant) => Date | null = grantEnd,
): Date[] {
  const all = grants.flatMap((grant) => [grant.startsAt, end(grant)]).filter((moment) => moment !== null);
  return [...new Set(all.map(Number))]
    .filter((moment) => moment > from.getTime())
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** The effective plan. Computed at every read, so that a grant loses effect the moment it ends. */
export function planAt(entitlements: Entitlements, now: Date): Plan {
  const { grants, override, minimumTier = "free" } = entitlements;
  if (override)
    return { ...FREE_PLAN, tier: override.tier, source: "admin", startsAt: new Date(override.since) };
  const grant = bestGrant(grants, now, grantEnd);
  if (!grant || tierRank(grant.tier) < tierRank(minimumTier)) return { ...FREE_PLAN, tier: minimumTier };
  return {
    tier: grant.tier,
    source: grant.source,
    startsAt: grant.startsAt,
    endsAt: endOfTier(entitlements, grant.tier, now),
    cancelAt: grant.paid?.cancelAt ?? null,
  };
}

/** When the tier next changes; null if that is unknown. */
function endOfTier(entitlements: Entitlements, tier: Tier, now: Date): Date | null {
  const upcoming = dropEnded(entitlements, now);
  const changes = planBoundaries(upcoming, now, plannedEnd);
  return changes.find((moment) => plannedTier(upcoming, moment) !== tier) ?? null;
}

function dropEnded(entitlements: Entitlements, at: Date): Entitlements {
  const grants = entitlements.grants.filter(
    (grant) => grant.startsAt > at || isGrantActive(grant, grantEnd(grant), at),
  );
  return { ...entitlements, grants };
}

function plannedTier({ grants, minimumTier = "free" }: Entitlements, at: Date): Tier {
  const tier = bestGrant(grants, at, plannedEnd)?.tier ?? "free";
  return tierRank(tier) < tierRank(minimumTier) ? minimumTier : tier;
}

export function tierAfter(entitlements: Entitlements, end: Date): Tier {
  return plannedTier(dropEnded(entitlements, end), end);
}
