import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { beginningOf } from "./passage-beginning";
import { effectivePlan, plannedPassage, plannedPsalm } from "./passage-plan";
import { findPassage } from "./passages.server";

/**
 * The passage that a person's way through Scripture gives a day, as it begins; the office has its psalm in the evening.
 * `led`: the passage of what leads them on this day instead.
 */
export function passageOfDay(
  { subscriptionTier, prayer }: Member,
  slot: DaySlot,
  date: string,
  led?: string,
) {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  const psalm = slot === "evening" ? plannedPsalm({ plan }, date) : "";
  const passage = findPassage(
    led || psalm || plannedPassage({ ...prayer, plan, since: prayer.planSince }, date),
    prayer.translation,
  );
  return passage
    ? {
        reference: passage.reference,
        translation: passage.translation,
        lacking: passage.lacking,
        address: passage.address,
        ...beginningOf(passage),
      }
    : null;
}
