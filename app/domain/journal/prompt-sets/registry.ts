import type { Tier } from "~/domain/member/plan";
import { includesPromptSet, PROMPT_SET_KEYS, type PromptSetKey } from "~/domain/member/prayer-settings";
import { DAILY_HABIT, RANDOM_PROMPTS } from "./daily-habit";
import { LECTIO_EXAMEN } from "./lectio-examen";
import type { KindNames, PromptSet, PromptSetOf, SetKind, SetPart } from "./prompt-set";

/**
 * Every prompt set. Choices, own shapes, names, limits, figures and the table of plans read it only here.
 * All questions come with it, so a browser never imports it: loaders send what a page shows of it.
 */
export const PROMPT_SETS: Readonly<Record<PromptSetKey, PromptSet>> = {
  daily_habit: DAILY_HABIT,
  random_prompts: RANDOM_PROMPTS,
  lectio_examen: LECTIO_EXAMEN,
} satisfies { [Key in PromptSetKey]: PromptSetOf<Key> };

/** The same in the order they are offered. */
export const ALL_SETS: readonly PromptSet[] = PROMPT_SET_KEYS.map((key) => PROMPT_SETS[key]);

/** A set as it is offered to choose. */
export type PromptSetOption = Pick<PromptSet, "key" | "name" | "text">;

/** Those that a plan holds. Sets of other plans are named in a sentence but not offered. */
export function availableSets(tier: Tier): PromptSetOption[] {
  return ALL_SETS.filter(({ key }) => includesPromptSet(tier, key)).map(({ key, name, text }) => ({
    key,
    name,
    text,
  }));
}

/** The message to someone whose plan does not hold a set; nobody is refused a set of the Free Plan. */
export function notInPlanMessage(key: PromptSetKey): string {
  return PROMPT_SETS[key].notInPlan ?? "";
}

/** A question of a set as a part of a morning or an evening, and the set that it belongs to. */
export type PartOfSet = SetPart & { key: keyof PromptSet["parts"]; set: PromptSet };

/** The parts of a set, in order. */
export function partsOfSet(set: PromptSet): PartOfSet[] {
  const keys = Object.keys(set.parts) as (keyof PromptSet["parts"])[];
  return keys.flatMap((key) => {
    const part = set.parts[key];
    return part ? [{ ...part, key, set }] : [];
  });
}

const PARTS: ReadonlyMap<string, PartOfSet> = new Map(
  ALL_SETS.flatMap(partsOfSet).map((part) => [part.key, part]),
);

/** A part by the key of its answer; undefined for a question of one's own. */
export function setPartOf(key: string): PartOfSet | undefined {
  return PARTS.get(key);
}

/** What the entries of a set are called. */
export const KIND_NAMES = Object.assign({}, ...ALL_SETS.map(({ kinds }) => kinds)) as Record<
  SetKind,
  KindNames
>;
