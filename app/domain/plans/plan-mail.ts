import { dayInWords } from "~/domain/journal/day-words";
import { localMoment } from "~/domain/journal/local-day";
import { lastDay } from "./plan-days";
import { TIER_LABELS, type Tier } from "./tiers";

/** Mails about the end and the renewal of a plan, seven days and one day before. `at` is a moment in ISO form. */
export type PlanMail =
  | { kind: "plan-ending"; to: string; tier: Tier; then: Tier; at: string; timezone: string }
  | { kind: "plan-renewing"; to: string; tier: Tier; at: string; timezone: string };

type Parts = { subject: string; lines: string[]; link: { url: string; label: string }; after: string[] };

/** The words of a mail about a plan. */
export function planMail(order: PlanMail, origin: string): Parts {
  const label = TIER_LABELS[order.tier];
  const at = new Date(order.at);
  const link = { url: `${origin}/settings/plan`, label: "Your plan" };
  if (order.kind === "plan-renewing") {
    const day = dayInWords(localMoment(at, order.timezone).date);
    return {
      subject: `Your ${label} renews on ${day}`,
      lines: [`Your ${label} renews on ${day}, and the payment for the next period is taken then.`],
      link,
      after: [
        "If you want to go on, you need do nothing. If not, you can cancel or pause on that page before that day; it takes one press of a button.",
      ],
    };
  }
  const day = dayInWords(lastDay(at, order.timezone));
  return {
    subject: `Your ${label} ends on ${day}`,
    lines: [
      `The last day of your ${label} is ${day}. After it you have the ${TIER_LABELS[order.then]}. Nothing is charged, and you need do nothing.`,
    ],
    link,
    after: ["Everything you have written stays yours, to read and to edit, whatever your plan."],
  };
}
