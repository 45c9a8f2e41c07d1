import type { Tier } from "~/domain/member/plan";
import { includesPromptSet, PROMPT_SET_KEYS, type PromptSetKey } from "~/domain/member/prayer-settings";
import { DAILY_HABIT, RANDOM_PROMPTS } from "./daily-habit";
import { LECTIO_EXAMEN } from "./lectio-examen";
import type { KindNames, PromptSet, PromptSetOf, SetKind, SetPart } from "./prompt-set";

/**
 * All prompt sets. Choices, custom layouts, names, limits, statistics and the table of plans derive from this registry.
 * It contains all questions, so browser code must not import it: loaders send what a page needs.
 */
export const PROMPT_SETS: Readonly<Record<PromptSetKey, PromptSet>> = {
  daily_habit: DAILY_HABIT,
  random_prompts: RANDOM_PROMPTS,
  lectio_examen: LECTIO_EXAMEN,
} satisfies { [Key in PromptSetKey]: PromptSetOf<Key> };

/** The prompt sets in the order of every list. */
export const ALL_SETS: readonly PromptSet[] = PROMPT_SET_KEYS.map((key) => PROMPT_SETS[key]);

export type PromptSetOption = Pick<PromptSet, "key" | "name" | "text" | "brief">;

/** The sets that a plan includes. */
export function availableSets(tier: Tier): PromptSetOption[] {
  return ALL_SETS.filter(({ key }) => includesPromptSet(tier, key)).map(({ key, name, text, brief }) => ({
    key,
    name,
    text,
    brief,
  }));
}

/** The message if the plan does not include a set; empty for sets of the Free Plan. */
export function notInPlanMessage(key: PromptSetKey): string {
  return PROMPT_SETS[key].notInPlan ?? "";
}

/** A part with the key of its answer and its set. */
type PartOfSet = SetPart & { key: keyof PromptSet["parts"]; set: PromptSet };

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

/** Finds a part by the key of its answer; undefined for the member's own questions. */
export function setPartOf(key: string): PartOfSet | undefined {
  return PARTS.get(key);
}

export const KIND_NAMES = Object.assign({}, ...ALL_SETS.map(({ kinds }) => kinds)) as Record<
  SetKind,
  KindNames
>;
