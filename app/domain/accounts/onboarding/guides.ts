import type { Guide } from "~/content/schemas";
import { HOUR } from "~/domain/calendar/durations";
import type { Tier } from "~/domain/member/plan";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The two guides: the tour of seven steps and the Formation welcome of three (docs/product.md#guides). */
export const GUIDES = ["tour", "formation"] as const;
export type GuideKey = (typeof GUIDES)[number];

/** Which guides a person has not seen yet. */
export type PendingGuides = { tour: boolean; formation: boolean };

type GuideFacts = {
  isAdmin: boolean;
  subscriptionTier: Tier;
  seenTour: boolean;
  seenFormationWelcome: boolean;
  guideSeenAt: Date | null;
};

/** No visit lasts longer, but for a browser that is remembered: one guide is enough for it. */
const VISIT_MS = 12 * HOUR;

/** Which guides a person has still to see, never two in one visit; administrators skip only the tour. */
export function pendingGuides(person: GuideFacts, now: Date): PendingGuides {
  const since = now.getTime() - (person.guideSeenAt?.getTime() ?? 0);
  // What lies ahead was noted by a clock that was wrong.
  if (since >= 0 && since < VISIT_MS) return { tour: false, formation: false };
  return {
    tour: !person.isAdmin && !person.seenTour,
    formation: person.subscriptionTier === "tier2" && !person.seenFormationWelcome,
  };
}

/** Pages where someone may be writing or reading closely: no dialog opens there. */
const QUIET_PAGES = /^\/(journal|coaches|insights|welcome)(\/|$)/;

/** The guide that opens on a page, if any: the tour on the dashboard, then the Formation welcome; nothing over the first questions. */
export function guideForPage(pathname: string, waiting: PendingGuides, isAsked = false): GuideKey | null {
  if (isAsked) return null;
  if (waiting.tour && pathname === paths.dashboard()) return "tour";
  return waiting.formation && !QUIET_PAGES.test(pathname) ? "formation" : null;
}

/** The tour opens one second after arriving; the Formation welcome has no delay. */
export const GUIDE_DELAY_MS: Record<GuideKey, number> = { tour: 1000, formation: 0 };

/** The step that an address names, from 1; anything else is the first. */
export function parseGuideStep(text: string | null, steps: number): number {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= steps ? step : 1;
}

/** Shown where no script opens a guide. Apart from the long texts, which are loaded only when a guide opens. */
const GUIDE_INVITATIONS = {
  tour: { text: t("New here? Seven short steps show you around."), link: t("Take the guide tour") },
  formation: {
    text: t("Welcome to the Formation Plan. Three short steps show what it holds."),
    link: t("Read the welcome"),
  },
};

/** Where everyone has everything no plan is spoken of. */
const OPEN_SITE_INVITATION = {
  text: t("Two old ways of praying wait here. Three short steps show them."),
  link: t("Read about them"),
};

/** A guide's invitation, as this house says it. */
export const guideInvitation = (guide: GuideKey, isOpen: boolean) =>
  isOpen && guide === "formation" ? OPEN_SITE_INVITATION : GUIDE_INVITATIONS[guide];

/** A step, from 1. Where everyone has everything no step speaks of plans. */
export function guideStep(
  { steps }: Guide,
  step: number,
  isOpen: boolean,
): Guide["steps"][number] | undefined {
  const shown = steps[step - 1];
  return (isOpen && shown?.onOpenSite) || shown;
}

/** "Step 2 of 7" */
export function stepCount(step: number, steps: number): string {
  return t("Step {step} of {steps}", { step, steps });
}
