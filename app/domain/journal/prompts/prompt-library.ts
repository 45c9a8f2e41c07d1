import { BODY, RELATIONSHIPS, WORK } from "~/content/prompts/daily-life";
import { FORGIVENESS, MEMORY, TRUST } from "~/content/prompts/heart";
import {
  CATEGORIES,
  type Category,
  type Depth,
  type PromptLine,
  type PromptSlot,
} from "~/content/prompts/prompt";
import { GRATITUDE, PSALMS, SCRIPTURE } from "~/content/prompts/thanks-and-scripture";
import { CREATION, JUSTICE, VOCATION } from "~/content/prompts/world";
import type { Season } from "~/domain/church-year/church-year";
import { features, type Tier } from "~/domain/member/tiers";
import { addedPrompts, withoutRetired } from "./library-changes.state";

/** A question of the library or of the person's own. */
export type Prompt = {
  id: string;
  category: Category | "own";
  slot: PromptSlot;
  depth: Depth;
  text: string;
  season?: Season;
};

const LINES: Record<Category, readonly PromptLine[]> = {
  gratitude: GRATITUDE,
  scripture: SCRIPTURE,
  psalms: PSALMS,
  relationships: RELATIONSHIPS,
  work: WORK,
  body: BODY,
  trust: TRUST,
  forgiveness: FORGIVENESS,
  justice: JUSTICE,
  creation: CREATION,
  memory: MEMORY,
  vocation: VOCATION,
};

/** The whole library. */
export const LIBRARY: readonly Prompt[] = CATEGORIES.flatMap((category) =>
  LINES[category].map(([slot, depth, text, season], at) => ({
    id: `${category}.${at + 1}`,
    category,
    slot,
    depth,
    text,
    season,
  })),
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
