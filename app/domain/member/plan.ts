import { DAY } from "~/domain/calendar/durations";
import { t } from "~/i18n/t";

/** The three plans. */
export const TIERS = ["free", "tier1", "tier2"] as const;
export type Tier = (typeof TIERS)[number];

/** The plans that can be bought or given for a time. */
export const PAID_TIERS = ["tier1", "tier2"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export const TIER_LABELS: Record<Tier, string> = {
  free: t("Free Plan"),
  tier1: t("Growth Plan"),
  tier2: t("Formation Plan"),
};

/** The coaches by their keys. */
export const COACH_KEYS = ["rhythm", "listener", "reader", "examen", "discern", "writer"] as const;
export type CoachKey = (typeof COACH_KEYS)[number];

/** What a plan holds. Every gate asks here. */
export type Features = {
  /** Random Prompts choose from the core of the library or from all of it. */
  promptLibrary: "core" | "all";
  /** Ways through Scripture: with the season, or through its books too. */
  bookPassages: boolean;
  /** The way through Scripture with a reading in the morning and a psalm in the evening. */
  booksInCourse: boolean;
  /** Whether the weekly insight may be written by the operator's model; the rules version is everyone's. */
  modelInsights: boolean;
  /** A look back over a season of the Church's year. */
  seasonInsights: boolean;
  coaches: readonly CoachKey[];
  /** Whether coaches may answer by the operator's model; their question trees are everyone's. */
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

/** What a plan holds. Writing, safety, privacy, search and taking it all away are never part of it. */
export function featuresOf(tier: Tier): Features {
  return FEATURES[tier];
}

/** Whether a coach belongs to a plan. */
export function hasCoach(tier: Tier, coach: CoachKey): boolean {
  return FEATURES[tier].coaches.includes(coach);
}

/** The "Upgrade Plan" button is shown to everyone who is not on the highest plan. */
export function canUpgrade(tier: Tier): boolean {
  return tier !== "tier2";
}

/** Where a plan comes from. */
export const GRANT_SOURCES = ["none", "trial", "gift", "paid", "admin"] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

export const BILLING_INTERVALS = ["month", "year"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** What the payment provider says of a subscription. */
export type SubscriptionFacts = {
  interval: BillingInterval;
  /** The end of the time that is paid for. */
  renewsAt: Date | null;
  /** It ends then by the person's wish. */
  cancelAt: Date | null;
  /** Paused: it rests from then on. */
  pausedFrom: Date | null;
  resumesAt: Date | null;
  /** A payment has failed and is tried again. */
  late: boolean;
};

/** Something that gives a plan for a time: a redeemed key, a gift of the operator, a subscription. */
export type Grant = {
  /** The key's, the gift's or the subscription's id. */
  id: string;
  source: "trial" | "gift" | "paid";
  tier: PaidTier;
  startsAt: Date;
  /** Null: without an end, or, when paid, by its facts. */
  endsAt: Date | null;
  paid: SubscriptionFacts | null;
  /** The last four characters of a key. */
  mark: string;
};

/** What decides a person's plan: what is kept in their record, and what is usual in this house. */
export type Entitlements = {
  grants: Grant[];
  /** An administrator's own choice for testing: it counts before everything else. */
  override: { tier: Tier; since: Date } | null;
  /** What everyone has here who holds nothing higher, without an end: the operator's setting. Missing: the Free Plan. */
  usual?: Tier;
};

/** The plan that counts at a moment. */
export type Plan = {
  tier: Tier;
  source: GrantSource;
  startsAt: Date | null;
  /** When this tier ends, as far as is known now; null while it continues. */
  endsAt: Date | null;
  /** A paid plan ends then by the person's wish. */
  cancelAt: Date | null;
};

export const FREE_PLAN: Plan = { tier: "free", source: "none", startsAt: null, endsAt: null, cancelAt: null };

/** A renewal may be told late; a paid plan is not taken away for that. */
const GRACE_MS = 3 * DAY;

export const tierRank = (tier: Tier): number => TIERS.indexOf(tier);

/** The end that is known; null for a subscription that continues. */
function plannedEnd({ endsAt, paid }: Grant): Date | null {
  if (!paid) return endsAt;
  return earliest(paid.cancelAt, paid.pausedFrom);
}

/** The end that counts: a subscription we hear nothing of ends too. */
export function grantEnd(grant: Grant): Date | null {
  const { paid } = grant;
  const unheard = paid?.renewsAt ? new Date(paid.renewsAt.getTime() + GRACE_MS) : null;
  return earliest(plannedEnd(grant), unheard);
}

function earliest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length ? new Date(Math.min(...known.map(Number))) : null;
}

const isGrantActive = (grant: Grant, end: Date | null, at: Date) =>
  grant.startsAt <= at && (end === null || at < end);

const SOURCE_ORDER: GrantSource[] = ["paid", "gift", "trial"];

/** Of several the highest tier counts; among equals what is paid, then what was given. */
function bestGrant(grants: Grant[]): Grant | undefined {
  return [...grants].sort(
    (a, b) =>
      tierRank(b.tier) - tierRank(a.tier) ||
      SOURCE_ORDER.indexOf(a.source) - SOURCE_ORDER.indexOf(b.source) ||
      a.startsAt.getTime() - b.startsAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )[0];
}

/** Moments after `from` when the plan may change by itself, in order. */
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

/** The plan that counts at `now`. Computed at every read, so that what has ended is over at once. */
export function planAt(holding: Entitlements, now: Date): Plan {
  const { grants, override, usual = "free" } = holding;
  if (override)
    return { ...FREE_PLAN, tier: override.tier, source: "admin", startsAt: new Date(override.since) };
  const grant = bestGrant(grants.filter((held) => isGrantActive(held, grantEnd(held), now)));
  if (!grant || tierRank(grant.tier) < tierRank(usual)) return { ...FREE_PLAN, tier: usual };
  return {
    tier: grant.tier,
    source: grant.source,
    startsAt: grant.startsAt,
    endsAt: endOfTier(holding, grant.tier, now),
    cancelAt: grant.paid?.cancelAt ?? null,
  };
}

/** When the person will have another tier than this, as far as is known. */
function endOfTier(holding: Entitlements, tier: Tier, now: Date): Date | null {
  const held = holding.grants.filter(
    (grant) => grant.startsAt > now || isGrantActive(grant, grantEnd(grant), now),
  );
  for (const moment of planBoundaries({ ...holding, grants: held }, now, plannedEnd)) {
    if (tierLater({ ...holding, grants: held }, moment) !== tier) return moment;
  }
  return null;
}

function tierLater({ grants, usual = "free" }: Entitlements, at: Date): Tier {
  const held =
    bestGrant(grants.filter((grant) => isGrantActive(grant, plannedEnd(grant), at)))?.tier ?? "free";
  return tierRank(held) < tierRank(usual) ? usual : held;
}

/** What comes after a plan's end. */
export function tierAfter(holding: Entitlements, end: Date): Tier {
  const grants = holding.grants.filter(
    (grant) => grant.startsAt > end || isGrantActive(grant, grantEnd(grant), end),
  );
  return tierLater({ ...holding, grants }, end);
}
