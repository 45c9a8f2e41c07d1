import PROMPTS from "~/content/prompts.yaml";
import type { Season } from "~/domain/calendar/church-year";
import { featuresOf, type Tier } from "~/domain/member/plan";
import { CATEGORIES, type Category, type Depth, type PromptSlot } from "./prompt-categories";

/**
 * What the operator has taken from the library and added to it. Read from the database by the server when it starts and
 * every minute, and kept here, so that choosing a question needs no query.
 */
export type LibraryChanges = { retired: ReadonlySet<string>; added: readonly Prompt[] };

let changes: LibraryChanges = { retired: new Set(), added: [] };

export function setLibraryChanges(next: LibraryChanges): void {
  changes = next;
}

/** A library without what was retired. If nothing is left, all of it is offered: a page needs a question. */
export function withoutRetired(prompts: readonly Prompt[]): readonly Prompt[] {
  if (changes.retired.size === 0) return prompts;
  const left = prompts.filter(({ id }) => !changes.retired.has(id));
  return left.length > 0 ? left : prompts;
}

export const isRetired = (id: string): boolean => changes.retired.has(id);

export const addedPrompts = (): readonly Prompt[] => changes.added;

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
export const CORE_PROMPTS: readonly Prompt[] = LIBRARY.filter(({ id }) => Number(id.split(".")[1]) <= 4);

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
  return featuresOf(tier).promptLibrary === "core"
    ? withoutRetired(CORE_PROMPTS)
    : [...withoutRetired(LIBRARY), ...addedPrompts()];
}
