import { DAY } from "~/domain/calendar/durations";
import { TIERS, type PaidTier, type Tier } from "./tiers";

/** Where a plan comes from. */
export const SOURCES = ["none", "trial", "gift", "paid", "admin"] as const;
export type GrantSource = (typeof SOURCES)[number];

export const INTERVALS = ["month", "year"] as const;
export type Interval = (typeof INTERVALS)[number];

/** What the payment provider says of a subscription. */
export type PaidFacts = {
  interval: Interval;
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
  paid: PaidFacts | null;
  /** The last four characters of a key. */
  mark: string;
};

/** What decides a person's plan: what is kept in their record, and what is usual in this house. */
export type Holding = {
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

export const rank = (tier: Tier): number => TIERS.indexOf(tier);

/** The end that is known; null for a subscription that continues. */
function plannedEnd({ endsAt, paid }: Grant): Date | null {
  if (!paid) return endsAt;
  return earliest(paid.cancelAt, paid.pausedFrom);
}

/** The end that counts: a subscription we hear nothing of ends too. */
export function endOf(grant: Grant): Date | null {
  const { paid } = grant;
  const unheard = paid?.renewsAt ? new Date(paid.renewsAt.getTime() + GRACE_MS) : null;
  return earliest(plannedEnd(grant), unheard);
}

function earliest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length ? new Date(Math.min(...known.map(Number))) : null;
}

const counts = (grant: Grant, end: Date | null, at: Date) =>
  grant.startsAt <= at && (end === null || at < end);

const ORDER: GrantSource[] = ["paid", "gift", "trial"];

/** Of several the highest tier counts; among equals what is paid, then what was given. */
function best(grants: Grant[]): Grant | undefined {
  return [...grants].sort(
    (a, b) =>
      rank(b.tier) - rank(a.tier) ||
      ORDER.indexOf(a.source) - ORDER.indexOf(b.source) ||
      a.startsAt.getTime() - b.startsAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )[0];
}

/** Moments after `from` when the plan may change by itself, in order. */
export function boundaries(
  { grants }: Holding,
  from: Date,
  end: (grant: Grant) => Date | null = endOf,
): Date[] {
  const all = grants.flatMap((grant) => [grant.startsAt, end(grant)]).filter((moment) => moment !== null);
  return [...new Set(all.map(Number))]
    .filter((moment) => moment > from.getTime())
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** The plan that counts at `now`. Computed at every read, so that what has ended is over at once. */
export function planAt(holding: Holding, now: Date): Plan {
  const { grants, override, usual = "free" } = holding;
  if (override)
    return { ...FREE_PLAN, tier: override.tier, source: "admin", startsAt: new Date(override.since) };
  const grant = best(grants.filter((held) => counts(held, endOf(held), now)));
  if (!grant || rank(grant.tier) < rank(usual)) return { ...FREE_PLAN, tier: usual };
  return {
    tier: grant.tier,
    source: grant.source,
    startsAt: grant.startsAt,
    endsAt: endOfTier(holding, grant.tier, now),
    cancelAt: grant.paid?.cancelAt ?? null,
  };
}

/** When the person will have another tier than this, as far as is known. */
function endOfTier(holding: Holding, tier: Tier, now: Date): Date | null {
  const held = holding.grants.filter((grant) => grant.startsAt > now || counts(grant, endOf(grant), now));
  for (const moment of boundaries({ ...holding, grants: held }, now, plannedEnd)) {
    if (tierLater({ ...holding, grants: held }, moment) !== tier) return moment;
  }
  return null;
}

function tierLater({ grants, usual = "free" }: Holding, at: Date): Tier {
  const held = best(grants.filter((grant) => counts(grant, plannedEnd(grant), at)))?.tier ?? "free";
  return rank(held) < rank(usual) ? usual : held;
}

/** What comes after a plan's end. */
export function tierAfter(holding: Holding, end: Date): Tier {
  const grants = holding.grants.filter((grant) => grant.startsAt > end || counts(grant, endOf(grant), end));
  return tierLater({ ...holding, grants }, end);
}
