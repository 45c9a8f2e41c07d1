import { dayInWords } from "~/domain/calendar/day-in-words";
import { DAY } from "~/domain/calendar/durations";
import type { Plan } from "~/domain/member/plan";
import { TIER_LABELS } from "~/domain/member/tiers";
import { lastDayOfPlan } from "./plan-days";

/** How long before its end the dashboard says that a plan ends. */
const SOON_MS = 7 * DAY;

/** The plan that ends within a week, and its last day; null while there is nothing to say. What renews itself does not end. */
export function planEndsSoon(
  { tier, source, endsAt }: Plan,
  now: Date,
  zone: string,
): { plan: string; day: string } | null {
  if (tier === "free" || !["trial", "gift", "paid"].includes(source) || !endsAt) return null;
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0 || left > SOON_MS) return null;
  return { plan: TIER_LABELS[tier], day: dayInWords(lastDayOfPlan(endsAt, zone)) };
}
