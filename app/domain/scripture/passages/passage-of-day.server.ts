import type { Member } from "~/domain/member/member";
import type { DaySlot } from "~/domain/member/prayer-times";
import { beginningOf } from "./passage-beginning";
import { effectivePlan, plannedPassage, plannedPsalm } from "./passage-plan";
import { findPassage } from "./passages.server";

/** The passage that a person's way through Scripture gives a day, as it begins. The office has its psalm in the evening. */
export function passageOfDay({ subscriptionTier, prayer }: Member, slot: DaySlot, date: string) {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  const psalm = slot === "evening" ? plannedPsalm({ plan }, date) : "";
  const passage = findPassage(
    psalm || plannedPassage({ ...prayer, plan, since: prayer.planSince }, date),
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
