import PROMPTS from "~/content/prompts.yaml";
import type { Season } from "~/domain/church-year/church-year";
import { features, type Tier } from "~/domain/member/tiers";
import { addedPrompts, withoutRetired } from "./library-changes.state";
import { CATEGORIES, type Category, type Depth, type PromptSlot } from "./prompt-categories";

/** A question of the library or of the person's own. */
export type Prompt = {
  id: string;
  category: Category | "own";
  slot: PromptSlot;
  depth: Depth;
  text: string;
  season?: Season;
};

/** The whole library. */
export const LIBRARY: readonly Prompt[] = CATEGORIES.flatMap((category) =>
  PROMPTS[category].map((prompt, at) => ({ id: `${category}.${at + 1}`, category, ...prompt })),
);

/** The first four questions of every category: as many as mornings and evenings of more than three weeks need. */
export const CORE: readonly Prompt[] = LIBRARY.filter(({ id }) => Number(id.split(".")[1]) <= 4);

const byId = new Map(LIBRARY.map((prompt) => [prompt.id, prompt]));

/** A question by the name that an entry keeps. */
export function promptNamed(id: string): Prompt | undefined {
  return byId.get(id) ?? addedPrompts().find((prompt) => prompt.id === id);
}

/** Whether an entry's question came with the product or from the operator, and is not one of the person's own. */
export const isOfLibrary = (id: string): boolean =>
  promptNamed(id) !== undefined || (/^[a-z]+\.[\w.-]+$/.test(id) && !id.startsWith("own."));

/** What a plan offers: a core of 48, or everything, with what the operator has changed. */
export function libraryFor(tier: Tier): readonly Prompt[] {
  return features(tier).promptLibrary === "core"
    ? withoutRetired(CORE)
    : [...withoutRetired(LIBRARY), ...addedPrompts()];
}
