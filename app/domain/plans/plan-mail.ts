import { dayInWords } from "~/domain/journal/day-words";
import { localMoment } from "~/domain/journal/local-day";
import { planMailWords } from "~/words/plans/plan-mail";
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
  const link = { url: `${origin}/settings/plan`, label: planMailWords.yourPlan };
  if (order.kind === "plan-renewing") {
    const day = dayInWords(localMoment(at, order.timezone).date);
    return {
      subject: planMailWords.yourRenewsOn({ label, day }),
      lines: [planMailWords.yourRenewsOnAndThePaymentFor({ label, day })],
      link,
      after: [planMailWords.ifYouWantToGoOn],
    };
  }
  const day = dayInWords(lastDay(at, order.timezone));
  return {
    subject: planMailWords.yourEndsOn({ label, day }),
    lines: [planMailWords.theLastDayOfYourIs({ label, day, tierLabels: TIER_LABELS[order.then] })],
    link,
    after: [planMailWords.everythingYouHaveWrittenStays],
  };
}
