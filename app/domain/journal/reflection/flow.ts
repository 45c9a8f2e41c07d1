import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import { CLOSING_PASSAGE, examen, findPack, lectio } from "~/domain/journal/prompt-sets/lectio-examen";
import {
  LAYOUT_FIELDS,
  OWN_ANSWERS,
  type AnswerKey,
  type Flow,
  type FlowChoice,
  type FlowField,
  type FlowPerson,
  type FlowStep,
} from "~/domain/journal/prompt-sets/prompt-set";
import { PROMPT_SETS, setPartOf } from "~/domain/journal/prompt-sets/registry";
import { wayVariant } from "~/domain/journal/way-progress/way-flow";
import type { Tier } from "~/domain/member/plan";
import { effectivePromptSet, includesPromptSet, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import {
  effectivePlan,
  effectiveSeason,
  plannedPassage,
  plannedPsalm,
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
  return set[slot]({ ...choice, person, date, season: effectiveSeason(date, showSeason), passage });
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
  const season = effectiveSeason(monday, showSeason);
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
  const pack = findPack(name);
  return pack && `examen.${pack}${turn}`;
}

/** Whether a field is for a question of one's own. */
export const isCustomField = (key: AnswerKey) => OWN_ANSWERS.some((own) => own === key);
/** Stands for a question whose words are gone. */
export const OWN_QUESTION = t("Your own question");

/**
 * A part as a draft and a form remember it: the key of its answer, and, where its question changes from day to day, which one
 * was asked: "thanks", "meditatio@lectio.5", "own.ID". The name of a question of the library stands alone.
 */
export type Part = { key: AnswerKey; own?: string; asked?: string };

export function partNamed(name: string): Part {
  const [, own] = /^own\.([\w-]{1,64})$/.exec(name) ?? [];
  if (own) return { key: "ownFirst", own };
  const [first = "", asked] = name.split("@", 2);
  return isPart(first) ? { key: first, asked } : { key: "answer", asked: name };
}

const DAY_SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
const PREFIX = "shape ";
/** What a form says about the questions that it was shown with. */
export function variantOf({
  promptSet,
  promptIds,
  way,
}: Pick<Flow, "promptSet" | "promptIds" | "way">): string {
  if (way) return wayVariant(way);
  return promptSet === "own" ? `${PREFIX}${promptIds.join(" ")}` : (promptIds[0] ?? "");
}

/** The parts that a form was shown with; undefined where a prompt set asked. */
export function renderedParts(variant: string | undefined): string[] | undefined {
  return variant?.startsWith(PREFIX) ? variant.slice(PREFIX.length).split(" ") : undefined;
}

/** Each part once, within the limit, and only what the plan holds. */
export function allowedParts(tier: Tier, names: readonly string[]): Part[] {
  const parts = [...new Map(names.map((name) => [partIn(name), partNamed(name)])).values()];
  const held = parts.filter(({ key }) => planAllowsPart(tier, key)).slice(0, LAYOUT_FIELDS.length);
  let own = 0;
  return held.map((part) => (part.own ? { ...part, key: OWN_ANSWERS[own++] ?? part.key } : part));
}

const partIn = (name: string) => (name.startsWith("own.") ? name : partNamed(name).key);

/** Whether a plan holds a part: by the set that it comes from. A question of one's own belongs to every plan. */
export function planAllowsPart(tier: Tier, key: AnswerKey): boolean {
  const part = setPartOf(key);
  return !part || includesPromptSet(tier, part.set.key);
}

/** Whether a text names something that a shape can hold, besides questions of one's own. */
export const isPart = (text: string): text is AnswerKey => setPartOf(text) !== undefined;

/** What the questions of a shape are made with: a question of the library, and a person's own by their ids. */
export type CustomQuestions = { prompt?: { id: string; text: string }; own: ReadonlyMap<string, string> };

/** A reflection of exactly these parts, in this order; undefined if none of them is left to ask. */
export function customFlow(
  person: FlowPerson,
  slot: DaySlot,
  forDate: string,
  { parts, words, passageRef }: { parts: readonly Part[]; words: CustomQuestions; passageRef?: string },
): Flow | undefined {
  const asked = parts.flatMap((part) => askedFor(person, forDate, part, words));
  if (asked.length === 0) return undefined;
  return {
    promptSet: "own",
    kind: "habit",
    slot,
    forDate,
    title: slot === "morning" ? t("Morning reflection") : t("Evening reflection"),
    passageRef: passageRef || flowFor(person, slot, forDate).passageRef,
    promptIds: asked.map(({ name }) => name),
    steps: [],
    fields: asked.map(({ field }) => field),
  };
}

function askedFor(
  person: FlowPerson,
  date: string,
  { key, own, asked }: Part,
  { prompt, own: texts }: CustomQuestions,
): { name: string; field: FlowField }[] {
  if (own) {
    const label = texts.get(own);
    return label ? [{ name: `own.${own}`, field: { key, label } }] : [];
  }
  if (key === "answer") {
    if (!prompt) return [];
    const { id, text: label } = prompt;
    return [{ name: id.startsWith("own.") ? `answer@${id}` : id, field: { key, label } }];
  }
  const source = sourceOf(person, date, key, asked);
  if (!source) return [];
  // What is the same every day needs no more than its key.
  const name = setPartOf(key)?.changes ? `${key}@${source.flow.promptIds[0]}` : key;
  return [{ name, field: source.field }];
}

/** The question of a part, in the reflection of its set that asks it. */
function sourceOf(person: FlowPerson, date: string, key: AnswerKey, asked: string | undefined) {
  const set = setPartOf(key)?.set;
  const season = effectiveSeason(date, person.prayer.showSeason);
  for (const slot of DAY_SLOTS) {
    const flow = set?.[slot]({ person, date, season, begun: asked, passage: () => "" });
    const field = flow?.fields.find((candidate) => candidate.key === key);
    if (flow && field) return { flow, field };
  }
  return undefined;
}
