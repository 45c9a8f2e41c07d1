import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { CLOSING_PASSAGE, examen, packNamed } from "~/domain/journal/prompt-sets/examen";
import type { Flow, FlowChoice, FlowPerson, FlowStep } from "~/domain/journal/prompt-sets/flow";
import { lectio } from "~/domain/journal/prompt-sets/lectio";
import { PROMPT_SETS } from "~/domain/journal/prompt-sets/registry";
import { effectivePromptSet, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import {
  effectivePlan,
  plannedPassage,
  plannedPsalm,
  seasonOn,
} from "~/domain/scripture/passages/passage-plan";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

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

/** A reflection to be read, without a place to write. */
export type GuideFlow = { title: string; passageRef: string; frameRef: string; steps: FlowStep[] };

/**
 * One morning of Lectio Divina and one evening of Examen for every week, to read on any plan.
 * The same from Sunday to Saturday, for everyone.
 */
export function guideOf(date: string, showSeason: boolean): { morning: GuideFlow; evening: GuideFlow } {
  // Monday represents its week: Sunday has its own evening.
  const monday = addDays(date, 1 - weekdayOf(date));
  const season = seasonOn(monday, showSeason);
  const passageRef = plannedPassage({ plan: "season", since: "", showSeason }, monday);
  const morning = lectio(0, monday, passageRef);
  const evening = examen(0, monday, season);
  return {
    morning: { title: morning.title, passageRef, frameRef: t("Psalm 46:10"), steps: morning.steps },
    evening: { title: evening.title, passageRef: "", frameRef: CLOSING_PASSAGE, steps: evening.steps },
  };
}

/** Where in a reflection someone is: at a movement, or on the page that holds all of them. */
export type PlaceInFlow = { step?: string; all?: boolean };

/** Where to go after a form was saved: the next movement or the one before, or where its button leads. */
export function nextPlaceInFlow(
  flow: Flow,
  { intent, step, all, goto }: { intent: string; step?: string; all?: string; goto?: string },
): PlaceInFlow {
  const isStep = (key: string | undefined) => flow.steps.some((candidate) => candidate.key === key);
  if (goto === "all") return { all: true };
  if (goto === "steps") return { step: flow.steps[0]?.key };
  if (isStep(goto)) return { step: goto };
  if (all) return { all: true };
  const at = flow.steps.findIndex(({ key }) => key === step);
  if (at < 0) return {};
  const by = intent === "next" ? 1 : intent === "back" ? -1 : 0;
  return { step: flow.steps[Math.min(Math.max(at + by, 0), flow.steps.length - 1)]?.key };
}

/** The address of a place in a reflection. `pack`: questions that were chosen and are not the day's own. */
export function flowPath(flow: Flow, usualDay: string, { step, all }: PlaceInFlow, pack?: string): string {
  return paths.reflection(flow.slot, {
    date: flow.forDate === usualDay ? undefined : flow.forDate,
    all,
    step: all ? undefined : step,
    pack,
  });
}

/** Other questions for the evening, from a form's button or an address: "examen.grief" or "grief". */
export function requestedPack(text: string | null | undefined): string | undefined {
  const [, name, turn = ""] = /^(?:examen\.)?(\w+)(\.\d)?$/.exec(text ?? "") ?? [];
  const pack = packNamed(name);
  return pack && `examen.${pack}${turn}`;
}
