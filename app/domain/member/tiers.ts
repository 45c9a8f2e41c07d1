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
export function features(tier: Tier): Features {
  return FEATURES[tier];
}

/** Whether a coach belongs to a plan. */
export function mayMeetCoach(tier: Tier, coach: CoachKey): boolean {
  return FEATURES[tier].coaches.includes(coach);
}

/** The "Upgrade Plan" button is shown to everyone who is not on the highest plan. */
export function canUpgrade(tier: Tier): boolean {
  return tier !== "tier2";
}
