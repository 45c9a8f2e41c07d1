import PROMPTS from "~/content/prompts.yaml";
import type { Season } from "~/domain/calendar/church-year";
import { featuresOf, type Tier } from "~/domain/member/plan";
import { CATEGORIES, type Category, type Depth, type PromptSlot } from "./prompt-categories";

/**
 * The administrators' changes to the library. The server reads them from the database at the start and every minute, so that
 * choosing a question needs no query.
 */
type LibraryChanges = { retired: ReadonlySet<string>; added: readonly Prompt[] };

let changes: LibraryChanges = { retired: new Set(), added: [] };

export function setLibraryChanges(next: LibraryChanges): void {
  changes = next;
}

/** Removes retired prompts; returns all if none would be left, because a page needs a question. */
function withoutRetired(prompts: readonly Prompt[]): readonly Prompt[] {
  if (changes.retired.size === 0) return prompts;
  const left = prompts.filter(({ id }) => !changes.retired.has(id));
  return left.length > 0 ? left : prompts;
}

export const isRetired = (id: string): boolean => changes.retired.has(id);

const addedPrompts = (): readonly Prompt[] => changes.added;

/** A question of the library or of the member's own. */
export type Prompt = {
  id: string;
  category: Category | "own";
  slot: PromptSlot;
  depth: Depth;
  text: string;
  season?: Season;
};

export const LIBRARY: readonly Prompt[] = CATEGORIES.flatMap((category) =>
  PROMPTS[category].map((prompt, at) => ({ id: `${category}.${at + 1}`, category, ...prompt })),
);

/** The first four questions of each category: enough for the mornings and evenings of three weeks. */
export const CORE_PROMPTS: readonly Prompt[] = LIBRARY.filter(({ id }) => Number(id.split(".")[1]) <= 4);

const byId = new Map(LIBRARY.map((prompt) => [prompt.id, prompt]));

/** Finds a question by the id that entries store. */
export function promptNamed(id: string): Prompt | undefined {
  return byId.get(id) ?? addedPrompts().find((prompt) => prompt.id === id);
}

/** Whether an id belongs to a question of the product or of the administrators, and not to one of the member's own. */
export const isOfLibrary = (id: string): boolean =>
  promptNamed(id) !== undefined || (/^[a-z]+\.[\w.-]+$/.test(id) && !id.startsWith("own."));

/** The library of a plan: the core, or everything with the administrators' additions; without retired questions. */
export function libraryFor(tier: Tier): readonly Prompt[] {
  return featuresOf(tier).promptLibrary === "core"
    ? withoutRetired(CORE_PROMPTS)
    : [...withoutRetired(LIBRARY), ...addedPrompts()];
}
