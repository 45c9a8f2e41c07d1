import { dayInWords } from "~/domain/journal/day-words";
import { localMoment } from "~/domain/journal/local-day";
import { lastDay } from "./plan-days";
import type { Interval, PaidFacts, Plan } from "./plan";
import type { Cause, PlanChange } from "./plan-changes";
import { TIER_LABELS, type Tier } from "./tiers";

const dayOf = (moment: Date, zone: string) => dayInWords(localMoment(moment, zone).date);
const until = (end: Date, zone: string) => `until the end of ${dayInWords(lastDay(end, zone))}`;

/** "by the month" */
export const BY: Record<Interval, string> = { month: "by the month", year: "by the year" };

/** The plan that counts, where it comes from and how long it lasts, in a sentence or two. */
export function planInWords(plan: Plan, then: Tier, zone: string): string {
  const label = TIER_LABELS[plan.tier];
  const end = plan.endsAt
    ? ` ${until(plan.endsAt, zone)}. After it you have the ${TIER_LABELS[then]}; nothing is charged for that.`
    : ".";
  switch (plan.source) {
    case "none":
      return `You have the ${label}. It costs nothing and has no end.`;
    case "trial":
      return `You have the ${label} by a key,${end}`;
    case "gift":
      return plan.endsAt
        ? `You have been given the ${label}${end}`
        : `You have been given the ${label}, without an end.`;
    case "paid":
      return `You have the ${label}${end}`;
    case "admin":
      return `You have switched to the ${label} for testing. Nobody else is affected.`;
  }
}

/** What is paid, and when next. */
export function paidInWords(tier: Tier, facts: PaidFacts, zone: string): string {
  const { interval, renewsAt, cancelAt, pausedFrom, resumesAt, late } = facts;
  const label = `${TIER_LABELS[tier]}, ${BY[interval]}`;
  if (cancelAt) return `${label}: cancelled. It lasts ${until(cancelAt, zone)}, and nothing more is charged.`;
  if (pausedFrom) {
    const back = resumesAt ? ` It goes on, and is charged again, on ${dayOf(resumesAt, zone)}.` : "";
    return `${label}: paused. It lasts ${until(pausedFrom, zone)} and then rests; nothing is charged meanwhile.${back}`;
  }
  if (late)
    return `${label}: the last payment did not go through. Please look at your card on the payment page; it is tried again.`;
  return renewsAt ? `${label}. It renews on ${dayOf(renewsAt, zone)}.` : `${label}.`;
}

const CAUSE_WORDS: Record<Cause, (change: PlanChange) => string> = {
  key_redeemed: ({ mark }) => `You redeemed the key that ends in ${mark}`,
  plan_began: () => "The next plan began",
  trial_ended: () => "The time of your key ended",
  gift_given: () => "Given by those who run this server",
  gift_taken: () => "Taken back by those who run this server",
  gift_ended: () => "The time you were given ended",
  paid_started: () => "You bought a plan",
  paid_changed: () => "You changed your paid plan",
  paid_cancelled: () => "You cancelled your paid plan",
  paid_kept: () => "You took the cancellation back",
  paid_paused: () => "You paused your paid plan",
  paid_taken_up: () => "Your paid plan goes on",
  paid_rests: () => "Your paid plan rests",
  paid_ended: () => "Your paid plan ended",
  switched: () => "You switched for testing",
  switched_back: () => "You switched back to your own plan",
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
