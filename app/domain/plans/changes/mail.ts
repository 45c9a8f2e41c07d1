import { dayInWords } from "~/domain/calendar/day-in-words";
import { localMoment } from "~/domain/calendar/local-day";
import type { Letter, LetterParts } from "~/domain/mail/letter";
import { TIER_LABELS, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { lastDayOfPlan } from "./plan-days";

/** Mails about the end and the renewal of a plan, seven days and one day before. `at` is a moment in ISO form. */
export type PlanMail =
  | { kind: "plan-ending"; to: string; tier: Tier; then: Tier; at: string; timezone: string }
  | { kind: "plan-renewing"; to: string; tier: Tier; at: string; timezone: string };

/** Emails about a plan's end and its renewal. */
export function planMail(order: PlanMail, origin: string): Letter {
  return { kind: order.kind, to: order.to, ...partsOf(order, origin) };
}

function partsOf(order: PlanMail, origin: string): LetterParts {
  const label = TIER_LABELS[order.tier];
  const at = new Date(order.at);
  const link = { url: `${origin}/settings/plan`, label: t("Your plan") };
  if (order.kind === "plan-renewing") {
    const day = dayInWords(localMoment(at, order.timezone).date);
    return {
      subject: t("Your {label} renews on {day}", { label, day }),
      lines: [
        t("Your {label} renews on {day}, and the payment for the next period is taken then.", { label, day }),
      ],
      link,
      after: [
        t(
          "If you want to continue, you do not need to do anything. If not, you can cancel or pause on that page before that day; it takes one press of a button.",
        ),
      ],
    };
  }
  const day = dayInWords(lastDayOfPlan(at, order.timezone));
  return {
    subject: t("Your {label} ends on {day}", { label, day }),
    lines: [
      t(
        "The last day of your {label} is {day}. After that you have the {tierLabels}. Nothing is charged, and you do not need to do anything.",
        { label, day, tierLabels: TIER_LABELS[order.then] },
      ),
    ],
    link,
    after: [t("Everything you have written stays yours, to read and to edit, whatever your plan.")],
  };
}
