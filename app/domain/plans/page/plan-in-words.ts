import { dayInWords } from "~/domain/calendar/day-in-words";
import { localMoment } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { lastDay } from "~/domain/plans/changes/plan-days";
import type { Interval, PaidFacts, Plan } from "~/domain/member/plan";
import type { Cause, PlanChange } from "~/domain/plans/changes/changes";
import { TIER_LABELS, type Tier } from "~/domain/member/tiers";

const dayOf = (moment: Date, zone: string) => dayInWords(localMoment(moment, zone).date);
const until = (end: Date, zone: string) =>
  t("until the end of {dayInWords}", { dayInWords: dayInWords(lastDay(end, zone)) });

/** "by the month" */
export const BY: Record<Interval, string> = {
  month: t("monthly"),
  year: t("yearly"),
};

/** The plan that counts, where it comes from and how long it lasts, in a sentence or two. */
export function planInWords(plan: Plan, then: Tier, zone: string): string {
  const label = TIER_LABELS[plan.tier];
  const end = plan.endsAt
    ? t(" {endsAt}. After that you have the {tierLabels}; nothing is charged for it.", {
        endsAt: until(plan.endsAt, zone),
        tierLabels: TIER_LABELS[then],
      })
    : ".";
  switch (plan.source) {
    case "none":
      return t("You have the {label}. It costs nothing and has no end date.", { label });
    case "trial":
      return t("You have the {label} from a key,{end}", { label, end });
    case "gift":
      return plan.endsAt
        ? t("You have been given the {label}{end}", { label, end })
        : t("You have been given the {label}, with no end date.", { label });
    case "paid":
      return t("You have the {label}{end}", { label, end });
    case "admin":
      return t("You have switched to the {label} for testing. No one else is affected.", { label });
  }
}

/** What is paid, and when next. */
export function paidInWords(tier: Tier, facts: PaidFacts, zone: string): string {
  const { interval, renewsAt, cancelAt, pausedFrom, resumesAt, late } = facts;
  const label = `${TIER_LABELS[tier]}, ${BY[interval]}`;
  if (cancelAt)
    return t("{label}: cancelled. It lasts {cancelAt}, and nothing more is charged.", {
      label,
      cancelAt: until(cancelAt, zone),
    });
  if (pausedFrom) {
    const back = resumesAt
      ? t(" It resumes, and is charged again, on {resumesAt}.", { resumesAt: dayOf(resumesAt, zone) })
      : "";
    return t("{label}: paused. It stays active {pausedFrom} and is then paused without charge.{back}", {
      label,
      pausedFrom: until(pausedFrom, zone),
      back,
    });
  }
  if (late)
    return t(
      "{label}: the last payment did not go through. Please check your card on the payment page; we will try again.",
      { label },
    );
  return renewsAt
    ? t("{label}. It renews on {renewsAt}.", { label, renewsAt: dayOf(renewsAt, zone) })
    : `${label}.`;
}

const CAUSE_WORDS: Record<Cause, (change: PlanChange) => string> = {
  key_redeemed: ({ mark }) => t("You redeemed the key that ends in {mark}", { mark }),
  plan_began: () => t("The next plan began"),
  trial_ended: () => t("The time from your key ended"),
  gift_given: () => t("Granted by the operator of this server"),
  gift_taken: () => t("Withdrawn by the operator of this server"),
  gift_ended: () => t("The time you were given ended"),
  paid_started: () => t("You bought a plan"),
  paid_changed: () => t("You changed your paid plan"),
  paid_cancelled: () => t("You cancelled your paid plan"),
  paid_kept: () => t("You undid the cancellation"),
  paid_paused: () => t("You paused your paid plan"),
  paid_taken_up: () => t("Your paid plan resumed"),
  paid_rests: () => t("Your paid plan was paused"),
  paid_ended: () => t("Your paid plan ended"),
  switched: () => t("You switched plans for testing"),
  switched_back: () => t("You switched back to your own plan"),
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
