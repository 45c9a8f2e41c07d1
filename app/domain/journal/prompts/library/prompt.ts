import type { Season } from "~/domain/church-year/church-year";

/** The twelve categories of the library. */
export const CATEGORIES = [
  "gratitude",
  "scripture",
  "psalms",
  "relationships",
  "work",
  "body",
  "trust",
  "forgiveness",
  "justice",
  "creation",
  "memory",
  "vocation",
] as const;
export type Category = (typeof CATEGORIES)[number];

export type PromptSlot = "morning" | "evening" | "any";
/** 1 is light, 2 asks for a little more, 3 goes deep. */
export type Depth = 1 | 2 | 3;

/** One line of the library: slot, depth, question, and the one season it belongs to. New lines are added at the end. */
export type PromptLine = readonly [slot: PromptSlot, depth: Depth, text: string, season?: Season];
