import * as addresses from "~/addresses";
import { HOUR } from "~/domain/calendar/durations";
import type { Tier } from "~/domain/member/tiers";

/** The two guides: the tour of seven steps and the Formation welcome of three (docs/product.md#guides). */
export const GUIDES = ["tour", "formation"] as const;
export type GuideKey = (typeof GUIDES)[number];

/** Which guides a person has not seen yet. */
export type WaitingGuides = { tour: boolean; formation: boolean };

type GuideFacts = {
  isAdmin: boolean;
  subscriptionTier: Tier;
  seenTour: boolean;
  seenFormationWelcome: boolean;
  guideSeenAt: Date | null;
};

/** No visit lasts longer, but for a browser that is remembered: one guide is enough for it. */
const A_VISIT = 12 * HOUR;

/** Which guides a person has still to see, never two in one visit; administrators skip only the tour. */
export function waitingGuides(person: GuideFacts, now: Date): WaitingGuides {
  const since = now.getTime() - (person.guideSeenAt?.getTime() ?? 0);
  // What lies ahead was noted by a clock that was wrong.
  if (since >= 0 && since < A_VISIT) return { tour: false, formation: false };
  return {
    tour: !person.isAdmin && !person.seenTour,
    formation: person.subscriptionTier === "tier2" && !person.seenFormationWelcome,
  };
}

/** Pages where someone may be writing or reading closely: no dialog opens there. */
const UNDISTURBED = /^\/(journal|coaches|insights|welcome)(\/|$)/;

/** The guide that opens on a page, if any: the tour on the dashboard, then the Formation welcome; nothing over the first questions. */
export function guideOn(pathname: string, waiting: WaitingGuides, isAsked = false): GuideKey | null {
  if (isAsked) return null;
  if (waiting.tour && pathname === addresses.dashboard()) return "tour";
  return waiting.formation && !UNDISTURBED.test(pathname) ? "formation" : null;
}

/** The tour opens one second after arriving; the Formation welcome has no delay. */
export const OPENS_AFTER_MS: Record<GuideKey, number> = { tour: 1000, formation: 0 };

/** The step that an address names, from 1; anything else is the first. */
export function stepFrom(text: string | null, steps: number): number {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= steps ? step : 1;
}
