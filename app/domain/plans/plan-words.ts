import { dayInWords } from "~/domain/journal/day-words";
import { localMoment } from "~/domain/journal/local-day";
import { planWords } from "~/words/plans/plan-words";
import { lastDay } from "./plan-days";
import type { Interval, PaidFacts, Plan } from "./plan";
import type { Cause, PlanChange } from "./plan-changes";
import { TIER_LABELS, type Tier } from "./tiers";

const dayOf = (moment: Date, zone: string) => dayInWords(localMoment(moment, zone).date);
const until = (end: Date, zone: string) =>
  planWords.untilTheEndOf({ dayInWords: dayInWords(lastDay(end, zone)) });

/** "by the month" */
export const BY: Record<Interval, string> = {
  month: planWords.byTheMonth,
  year: planWords.byTheYear,
};

/** The plan that counts, where it comes from and how long it lasts, in a sentence or two. */
export function planInWords(plan: Plan, then: Tier, zone: string): string {
  const label = TIER_LABELS[plan.tier];
  const end = plan.endsAt
    ? planWords.untilThen({ endsAt: until(plan.endsAt, zone), tierLabels: TIER_LABELS[then] })
    : ".";
  switch (plan.source) {
    case "none":
      return planWords.freePlan({ label });
    case "trial":
      return planWords.planByKey({ label, end });
    case "gift":
      return plan.endsAt ? planWords.givenPlan({ label, end }) : planWords.givenWithoutEnd({ label });
    case "paid":
      return planWords.paidPlan({ label, end });
    case "admin":
      return planWords.switchedForTesting({ label });
  }
}

/** What is paid, and when next. */
export function paidInWords(tier: Tier, facts: PaidFacts, zone: string): string {
  const { interval, renewsAt, cancelAt, pausedFrom, resumesAt, late } = facts;
  const label = `${TIER_LABELS[tier]}, ${BY[interval]}`;
  if (cancelAt) return planWords.cancelled({ label, cancelAt: until(cancelAt, zone) });
  if (pausedFrom) {
    const back = resumesAt ? planWords.goesOnOn({ resumesAt: dayOf(resumesAt, zone) }) : "";
    return planWords.paused({ label, pausedFrom: until(pausedFrom, zone), back });
  }
  if (late) return planWords.lastPaymentFailed({ label });
  return renewsAt ? planWords.renewsOn({ label, renewsAt: dayOf(renewsAt, zone) }) : `${label}.`;
}

const CAUSE_WORDS: Record<Cause, (change: PlanChange) => string> = {
  key_redeemed: ({ mark }) => planWords.youRedeemedTheKey({ mark }),
  plan_began: () => planWords.theNextPlanBegan,
  trial_ended: () => planWords.theTimeOfYourKeyEnded,
  gift_given: () => planWords.givenByThoseWhoRun,
  gift_taken: () => planWords.takenBackByThoseWhoRun,
  gift_ended: () => planWords.theTimeYouWereGivenEnded,
  paid_started: () => planWords.youBoughtAPlan,
  paid_changed: () => planWords.youChangedYourPaidPlan,
  paid_cancelled: () => planWords.youCancelledYourPaidPlan,
  paid_kept: () => planWords.youTookTheCancellationBack,
  paid_paused: () => planWords.youPausedYourPaidPlan,
  paid_taken_up: () => planWords.yourPaidPlanGoesOn,
  paid_rests: () => planWords.yourPaidPlanRests,
  paid_ended: () => planWords.yourPaidPlanEnded,
  switched: () => planWords.youSwitchedForTesting,
  switched_back: () => planWords.youSwitchedBackToYourOwn,
};

export type LedgerWords = { number: number; day: string; cause: string; result: string };

/** A line of the ledger in words. */
export function changeInWords(change: PlanChange & { number: number }, zone: string): LedgerWords {
  const { number, at, cause, to, endsAt } = change;
  return {
    number,
    day: dayOf(at, zone),
    cause: CAUSE_WORDS[cause](change),
    result: `${TIER_LABELS[to]}${endsAt ? `, ${until(endsAt, zone)}` : ""}`,
  };
}
