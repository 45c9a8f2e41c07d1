import { dayInWords } from "~/domain/calendar/day-in-words";
import { localMoment } from "~/domain/calendar/local-day";
import type { Interval, PaidFacts, Plan } from "~/domain/member/plan";
import { TIER_LABELS, type Tier } from "~/domain/member/tiers";
import type { Cause, PlanChange } from "~/domain/plans/changes/changes";
import { lastDayOfPlan } from "~/domain/plans/changes/plan-days";
import { t } from "~/i18n/t";

const dayOf = (moment: Date, zone: string) => dayInWords(localMoment(moment, zone).date);
const lastDayOf = (end: Date, zone: string) => dayInWords(lastDayOfPlan(end, zone));

/** "by the month" */
const BY: Record<Interval, string> = {
  month: t("monthly"),
  year: t("yearly"),
};

/** The plan that counts, where it comes from and how long it lasts, in a sentence or two. */
export function planInWords(plan: Plan, then: Tier, zone: string): string {
  const label = TIER_LABELS[plan.tier];
  const day = plan.endsAt && lastDayOf(plan.endsAt, zone);
  const after = t("After that you have the {label}; nothing is charged for it.", {
    label: TIER_LABELS[then],
  });
  switch (plan.source) {
    case "none":
      if (plan.tier !== "free")
        return t("Everyone here has the {label}. It costs nothing and has no end date.", { label });
      return t("You have the {label}. It costs nothing and has no end date.", { label });
    case "trial":
      return day
        ? `${t("You have the {label} from a key, until the end of {day}.", { label, day })} ${after}`
        : t("You have the {label} from a key.", { label });
    case "gift":
      return day
        ? `${t("You have been given the {label} until the end of {day}.", { label, day })} ${after}`
        : t("You have been given the {label}, with no end date.", { label });
    case "paid":
      return day
        ? `${t("You have the {label} until the end of {day}.", { label, day })} ${after}`
        : t("You have the {label}.", { label });
    case "admin":
      return t("You have switched to the {label} for testing. No one else is affected.", { label });
  }
}

/** What is paid, and when next. */
export function paidInWords(tier: Tier, facts: PaidFacts, zone: string): string {
  const { interval, renewsAt, cancelAt, pausedFrom, resumesAt, late } = facts;
  const label = `${TIER_LABELS[tier]}, ${BY[interval]}`;
  if (cancelAt)
    return t("{label}: cancelled. It lasts until the end of {day}, and nothing more is charged.", {
      label,
      day: lastDayOf(cancelAt, zone),
    });
  if (pausedFrom) {
    const paused = t(
      "{label}: paused. It stays active until the end of {day} and is then paused without charge.",
      {
        label,
        day: lastDayOf(pausedFrom, zone),
      },
    );
    return resumesAt
      ? `${paused} ${t("It resumes, and is charged again, on {day}.", { day: dayOf(resumesAt, zone) })}`
      : paused;
  }
  if (late)
    return t(
      "{label}: the last payment did not go through. Please check your card on the payment page; we will try again.",
      { label },
    );
  return renewsAt ? t("{label}. It renews on {day}.", { label, day: dayOf(renewsAt, zone) }) : `${label}.`;
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
    result: endsAt
      ? t("{label}, until the end of {day}", { label: TIER_LABELS[to], day: lastDayOf(endsAt, zone) })
      : TIER_LABELS[to],
  };
}
