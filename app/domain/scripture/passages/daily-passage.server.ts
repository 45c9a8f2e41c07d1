import { dailyVerse } from "./daily-verse";
import type { Passage } from "./passage";
import { findPassage } from "./passages.server";

/** The verse of a day with its text. */
export function dailyPassage(date: string): Passage {
  const reference = dailyVerse(date);
  const passage = findPassage(reference);
  if (!passage) throw new Error(`The verse of the day, ${reference}, has no text.`);
  return passage;
}
