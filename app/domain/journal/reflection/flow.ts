import { PROMPT_SETS } from "~/domain/journal/prompt-sets/all";
import type { Flow, FlowChoice, FlowPerson } from "~/domain/journal/prompt-sets/flow-shape";
import type { DaySlot } from "~/domain/member/prayer-times";
import { effectivePromptSet, type PromptSetKey } from "~/domain/member/prompt-set";
import {
  effectivePlan,
  plannedPassage,
  plannedPsalm,
  seasonOn,
} from "~/domain/scripture/passages/passage-plan";

/** The prompt set of a reflection: what was begun continues where the plan still allows it, else the person's own. */
export function promptSetFor(person: FlowPerson, begun?: PromptSetKey): PromptSetKey {
  const { subscriptionTier: tier, promptSetPreference } = person;
  if (begun && effectivePromptSet(tier, begun) === begun) return begun;
  return effectivePromptSet(tier, promptSetPreference);
}

/** The reflection of a person for a slot of a day: the same at every visit. */
export function flowFor(person: FlowPerson, slot: DaySlot, date: string, choice: FlowChoice = {}): Flow {
  const { passagePlan, planSince, showSeason } = person.prayer;
  const plan = effectivePlan(person.subscriptionTier, passagePlan);
  const passage = () =>
    choice.passageRef ||
    (slot === "morning"
      ? plannedPassage({ ...person.prayer, plan, since: planSince }, date)
      : plannedPsalm({ plan }, date));
  const set = PROMPT_SETS[promptSetFor(person, choice.promptSet)];
  return set[slot]({ ...choice, person, date, season: seasonOn(date, showSeason), passage });
}
