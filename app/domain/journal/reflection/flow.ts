import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import type { Answer } from "~/domain/journal/entries/content";
import { CLOSING_PASSAGE, examen, findPack, lectio } from "~/domain/journal/prompt-sets/lectio-examen";
import {
  LAYOUT_FIELDS,
  OWN_ANSWERS,
  WAY_ANSWERS,
  type AnswerKey,
  type Flow,
  type FlowChoice,
  type FlowField,
  type FlowPerson,
  type FlowStep,
  type FlowWay,
} from "~/domain/journal/prompt-sets/prompt-set";
import { PROMPT_SETS, setPartOf } from "~/domain/journal/prompt-sets/registry";
import type { Tier } from "~/domain/member/plan";
import { effectivePromptSet, includesPromptSet, type PromptSetKey } from "~/domain/member/prayer-settings";
import type { DaySlot } from "~/domain/member/prayer-times";
import {
  effectivePlan,
  effectiveSeason,
  plannedPassage,
  plannedPsalm,
} from "~/domain/scripture/passages/passage-plan";
import type { WayDayRef, Way } from "~/domain/ways/way";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The prompt set of a reflection: that of its draft if the plan still includes it, else the member's choice. */
export function promptSetFor(person: FlowPerson, draftPromptSet?: PromptSetKey): PromptSetKey {
  const { subscriptionTier: tier, promptSetPreference } = person;
  if (draftPromptSet && effectivePromptSet(tier, draftPromptSet) === draftPromptSet) return draftPromptSet;
  return effectivePromptSet(tier, promptSetPreference);
}

/** The flow of a member's prompt set for a slot and day; deterministic. */
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

/** A reflection to read, without fields. */
export type GuideFlow = { title: string; passageRef: string; frameRef: string; steps: FlowStep[] };

/**
 * The Lectio Divina and the Examen of the week, as a guide to read on any plan. Built from the week's Monday and no user id, so
 * that the guide changes only on Sundays and is the same for every member.
 */
export function guideOf(date: string, showSeason: boolean): { morning: GuideFlow; evening: GuideFlow } {
  const monday = addDays(date, 1 - weekdayOf(date));
  const passageRef = plannedPassage({ plan: "season", since: "", showSeason }, monday);
  const morning = lectio(0, monday, passageRef);
  const evening = examen(monday);
  return {
    morning: { title: morning.title, passageRef, frameRef: t("Psalm 46:10"), steps: morning.steps },
    evening: { title: evening.title, passageRef: "", frameRef: CLOSING_PASSAGE, steps: evening.steps },
  };
}

/** Reduces a flow to one question: the changing question of the Daily Habit, else the first question. */
export function onlyQuestion(flow: Flow): Flow {
  const field = flow.fields.find(({ key }) => key === "question") ?? flow.fields[0];
  return { ...flow, steps: [], fields: field ? [field] : [] };
}

/** The page of a reflection to show: one movement (`step`), all movements, or only one question. */
type PlaceInFlow = { step?: string; all?: boolean; only?: boolean };

/** The page to show after saving a form: the one that `goto` names, the next or previous movement, or the same page. */
export function nextPlaceInFlow(
  flow: Flow,
  {
    intent,
    step,
    all,
    only,
    goto,
  }: { intent: string; step?: string; all?: string; only?: string; goto?: string },
): PlaceInFlow {
  if (only) return { only: true };
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

/** The path of a page of the flow, without the date if it is `defaultDay`. `pack` replaces the day's own questions. */
export function flowPath(
  flow: Flow,
  defaultDay: string,
  { step, all, only }: PlaceInFlow,
  pack?: string,
): string {
  return paths.reflection(flow.slot, {
    date: flow.forDate === defaultDay ? undefined : flow.forDate,
    all,
    only,
    step: all ? undefined : step,
    pack,
  });
}

/** Parses a pack from a button or a URL, "examen.grief" or "grief", into a variant. */
export function requestedPack(text: string | null | undefined): string | undefined {
  const [, name, turn = ""] = /^(?:examen\.)?(\w+)(\.\d)?$/.exec(text ?? "") ?? [];
  const pack = findPack(name);
  return pack && `examen.${pack}${turn}`;
}

/** Whether a field is for one of the member's own questions. */
export const isCustomField = (key: AnswerKey) => OWN_ANSWERS.some((own) => own === key);
/** The heading of an answer whose question was deleted. */
export const OWN_QUESTION = t("Your own question");

/**
 * A part of a custom layout. Drafts and forms store its name: the key of its answer, with the variant if its question changes
 * daily: "thanks", "meditatio@lectio.5", "own.ID". A question of the library is stored as its id alone.
 */
export type Part = { key: AnswerKey; own?: string; promptId?: string };

export function partNamed(name: string): Part {
  const [, own] = /^own\.([\w-]{1,64})$/.exec(name) ?? [];
  if (own) return { key: "ownFirst", own };
  const [first = "", promptId] = name.split("@", 2);
  return isPart(first) ? { key: first, promptId } : { key: "answer", promptId: name };
}

const DAY_SLOTS = ["morning", "evening"] as const satisfies DaySlot[];
const PREFIX = "shape ";
/** The variant field of a form, which identifies its questions. */
export function variantOf({
  promptSet,
  promptIds,
  way,
}: Pick<Flow, "promptSet" | "promptIds" | "way">): string {
  if (way) return wayVariant(way);
  return promptSet === "own" ? `${PREFIX}${promptIds.join(" ")}` : (promptIds[0] ?? "");
}

/** The parts in a variant; undefined for a prompt set. */
export function renderedParts(variant: string | undefined): string[] | undefined {
  return variant?.startsWith(PREFIX) ? variant.slice(PREFIX.length).split(" ") : undefined;
}

/** The distinct parts that the plan includes, up to the number of fields. */
export function allowedParts(tier: Tier, names: readonly string[]): Part[] {
  const parts = [...new Map(names.map((name) => [partIn(name), partNamed(name)])).values()];
  const allowed = parts.filter(({ key }) => planAllowsPart(tier, key)).slice(0, LAYOUT_FIELDS.length);
  let own = 0;
  return allowed.map((part) => (part.own ? { ...part, key: OWN_ANSWERS[own++] ?? part.key } : part));
}

const partIn = (name: string) => (name.startsWith("own.") ? name : partNamed(name).key);

/** Whether a plan includes the set of a part. Own questions are in every plan. */
export function planAllowsPart(tier: Tier, key: AnswerKey): boolean {
  const part = setPartOf(key);
  return !part || includesPromptSet(tier, part.set.key);
}

/** Whether a text is the key of a part of a prompt set. */
export const isPart = (text: string): text is AnswerKey => setPartOf(text) !== undefined;

/** The texts of a custom layout's questions: the library's question of the day, and own questions by id. */
type CustomQuestions = { prompt?: { id: string; text: string }; own: ReadonlyMap<string, string> };

/** The flow of these parts in order; undefined if none of them has a question. */
export function customFlow(
  person: FlowPerson,
  slot: DaySlot,
  forDate: string,
  { parts, words, passageRef }: { parts: readonly Part[]; words: CustomQuestions; passageRef?: string },
): Flow | undefined {
  const questions = parts.flatMap((part) => questionFor(person, forDate, part, words));
  if (questions.length === 0) return undefined;
  return {
    promptSet: "own",
    kind: "habit",
    slot,
    forDate,
    title: slot === "morning" ? t("Morning reflection") : t("Evening reflection"),
    passageRef: passageRef || flowFor(person, slot, forDate).passageRef,
    promptIds: questions.map(({ name }) => name),
    steps: [],
    fields: questions.map(({ field }) => field),
  };
}

function questionFor(
  person: FlowPerson,
  date: string,
  { key, own, promptId }: Part,
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
  const source = sourceOf(person, date, key, promptId);
  if (!source) return [];
  // Only a question that changes daily needs its variant.
  const name = setPartOf(key)?.changes ? `${key}@${source.flow.promptIds[0]}` : key;
  return [{ name, field: source.field }];
}

/** The field of a part, and the flow of its prompt set that contains the field. */
function sourceOf(person: FlowPerson, date: string, key: AnswerKey, promptId: string | undefined) {
  const set = setPartOf(key)?.set;
  const season = effectiveSeason(date, person.prayer.showSeason);
  for (const slot of DAY_SLOTS) {
    const flow = set?.[slot]({ person, date, season, draftVariant: promptId, passage: () => "" });
    const field = flow?.fields.find((candidate) => candidate.key === key);
    if (flow && field) return { flow, field };
  }
  return undefined;
}

/** Whether a field is for a question of a way. */
export const isOfWay = (key: AnswerKey) => WAY_ANSWERS.some((wayKey) => wayKey === key);

/** The variant field of a form for a day of a way. */
const wayVariant = ({ id, day }: WayDayRef): string => `way ${id} ${day}`;

/** Parses the variant of a form or a URL; undefined if it does not name a day of a way. */
export function parseWayVariant(variant: string | undefined): { id: string; day: number } | undefined {
  const [, id, day] = /^way ([a-z0-9][a-z0-9-]{0,59}) (\d{1,3})$/.exec(variant ?? "") ?? [];
  return id === undefined ? undefined : { id, day: Number(day) };
}

/** The flow of a way's day; undefined if the way has no such day. */
export function wayFlow(slot: DaySlot, forDate: string, id: string, way: Way, day: number): Flow | undefined {
  const wayDay = way.days[day - 1];
  if (!wayDay) return undefined;
  const { title, passage, point, questions, closing, writer } = wayDay;
  const about = { point, closing, writer: writer || way.by, language: way.language };
  const fields = questions.flatMap((label, at) => {
    const key = WAY_ANSWERS[at];
    return key ? [{ key, label }] : [];
  });
  return flowOfWay(slot, forDate, { ...about, id, name: way.name, day, title }, passage, fields);
}

/** The flow of a draft whose way no longer exists, with the questions that the draft answers. */
export function orphanedWayFlow(
  slot: DaySlot,
  forDate: string,
  place: WayDayRef,
  { passageRef, answers }: { passageRef: string; answers: readonly Answer[] },
): Flow {
  const fields = WAY_ANSWERS.flatMap((key) =>
    answers.filter((answer) => answer.key === key).map(({ question }) => ({ key, label: question })),
  );
  const way = { ...place, point: "", closing: "", writer: "", language: "" };
  return flowOfWay(slot, forDate, way, passageRef, fields);
}

const flowOfWay = (
  slot: DaySlot,
  forDate: string,
  way: FlowWay,
  passageRef: string,
  fields: Flow["fields"],
): Flow => ({
  promptSet: "way",
  kind: "habit",
  slot,
  forDate,
  title: way.title,
  passageRef,
  promptIds: [],
  steps: [],
  fields,
  way,
});

/** The fields of a way's day that an entry stores. */
export const placeOnWay = ({ id, name, day, title }: WayDayRef): WayDayRef => ({ id, name, day, title });
