import type { Guide } from "~/content/schemas";
import { HOUR } from "~/domain/calendar/durations";
import type { Tier } from "~/domain/member/plan";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The tour (seven steps) and the Formation welcome (three steps), see docs/product.md#guides. */
export const GUIDES = ["tour", "formation"] as const;
export type GuideKey = (typeof GUIDES)[number];

export type PendingGuides = { tour: boolean; formation: boolean };

type GuideFacts = {
  isAdmin: boolean;
  subscriptionTier: Tier;
  seenTour: boolean;
  seenFormationWelcome: boolean;
  guideSeenAt: Date | null;
};

/** At most one guide is shown in this time, the maximum length of a session without "Remember me". */
const VISIT_MS = 12 * HOUR;

/** Guides that are not seen yet, none within VISIT_MS after the last one. Administrators skip the tour only. */
export function pendingGuides(member: GuideFacts, now: Date): PendingGuides {
  const since = now.getTime() - (member.guideSeenAt?.getTime() ?? 0);
  // Ignores times in the future, stored while the clock was wrong.
  if (since >= 0 && since < VISIT_MS) return { tour: false, formation: false };
  return {
    tour: !member.isAdmin && !member.seenTour,
    formation: member.subscriptionTier === "tier2" && !member.seenFormationWelcome,
  };
}

/**
 * The guide to open on a page: only on the dashboard, the tour before the Formation welcome; none while the first-run
 * questions are shown (`isAsked`).
 */
export function guideForPage(pathname: string, pending: PendingGuides, isAsked = false): GuideKey | null {
  if (isAsked || pathname !== paths.dashboard()) return null;
  if (pending.tour) return "tour";
  return pending.formation ? "formation" : null;
}

export const GUIDE_DELAY_MS: Record<GuideKey, number> = { tour: 1000, formation: 0 };

/** Parses the step of a URL, from 1. Anything invalid is the first step. */
export function parseGuideStep(text: string | null, steps: number): number {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= steps ? step : 1;
}

/** Texts with a link to a guide, for browsers without script. */
const GUIDE_INVITATIONS = {
  tour: { text: t("New here? Seven short steps show you around."), link: t("Take the guide tour") },
  formation: {
    text: t("Welcome to the Formation Plan. Three short steps show what it holds."),
    link: t("Read the welcome"),
  },
};

/** An instance that includes everything does not mention plans. */
const OPEN_SITE_INVITATION = {
  text: t("Two old ways of praying wait here. Three short steps show them."),
  link: t("Read about them"),
};

export const guideInvitation = (guide: GuideKey, isOpen: boolean) =>
  isOpen && guide === "formation" ? OPEN_SITE_INVITATION : GUIDE_INVITATIONS[guide];

/** Finds a step by its number, from 1. On an instance that includes everything (`isOpen`) its wording mentions no plans. */
export function guideStep(
  { steps }: Guide,
  step: number,
  isOpen: boolean,
): Guide["steps"][number] | undefined {
  const shown = steps[step - 1];
  return (isOpen && shown?.onOpenSite) || shown;
}

export function stepCount(step: number, steps: number): string {
  return t("Step {step} of {steps}", { step, steps });
}
