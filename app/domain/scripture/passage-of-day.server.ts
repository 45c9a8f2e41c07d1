import type { Member } from "~/domain/accounts/member";
import type { DaySlot } from "~/domain/journal/kinds";
import { beginningOf } from "./passage-beginning";
import { effectivePlan, plannedPassage, plannedPsalm } from "./passage-plan";
import { findPassage } from "./passages.server";

/** The passage that a person's way through Scripture gives a day, as it begins (product 2.2). The office has its psalm in the evening. */
export function passageOfDay({ subscriptionTier, prayer }: Member, slot: DaySlot, date: string) {
  const plan = effectivePlan(subscriptionTier, prayer.passagePlan);
  const { planSince: since, showSeason } = prayer;
  const psalm = slot === "evening" ? plannedPsalm({ plan }, date) : "";
  const passage = findPassage(psalm || plannedPassage({ plan, since, showSeason }, date), prayer.translation);
  return passage
    ? { reference: passage.reference, translation: passage.translation, ...beginningOf(passage) }
    : null;
}
