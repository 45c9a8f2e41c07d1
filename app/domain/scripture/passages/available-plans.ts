import {
  isOwnPlan,
  PASSAGE_PLANS,
  type OwnPlan,
  type PassagePlan,
  type Prayer,
} from "~/domain/member/prayer-settings";
import type { Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { customPlan, customPlans, isPassageAvailable } from "./custom-plans.state";
import { customPlanLine, effectivePlan, PLAN_NAMES } from "./passage-plan";

export type AvailablePlan = { plan: PassagePlan; name: string; description: string; language: string };

/** The ways through Scripture that a person can choose between, the operator's own last. */
export function availablePlans(
  tier: Tier,
  wanted: PassagePlan,
): { plans: AvailablePlan[]; chosen: PassagePlan; note: string | null } {
  const ours = PASSAGE_PLANS.filter((plan) => effectivePlan(tier, plan) === plan).map((plan) => ({
    plan,
    name: PLAN_NAMES[plan],
    description: "",
    language: "",
  }));
  const own = customPlans().map(([plan, { name, description, language }]) => ({
    ...{ plan, name, description, language },
  }));
  const isAway = isOwnPlan(wanted) && !customPlan(wanted);
  return {
    // It stays chosen, so that saving the rest of the page does not take it away.
    plans: [
      ...ours,
      ...own,
      ...(isAway ? [{ plan: wanted, name: fileName(wanted), description: "", language: "" }] : []),
    ],
    chosen: isAway ? wanted : effectivePlan(tier, wanted),
    note: isAway ? awayLine(wanted) : null,
  };
}

const fileName = (plan: OwnPlan) => plan.slice("own:".length);
const awayLine = (plan: OwnPlan) =>
  t("The reading plan “{name}” is not here at the moment. Until it is back you read with the season.", {
    name: fileName(plan),
  });

/** What to say on a day when the operator's plan cannot be followed. */
export function planNote(prayer: Prayer, date: string): string | null {
  const { passagePlan: plan, planSince: since } = prayer;
  if (!isOwnPlan(plan)) return null;
  if (!customPlan(plan)) return awayLine(plan);
  const reference = customPlanLine(plan, date, { ...prayer, plan, since });
  if (reference === undefined || isPassageAvailable(reference)) return null;
  return t("Your reading plan has {reference} today, which no translation here has. This is the season’s.", {
    reference,
  });
}
