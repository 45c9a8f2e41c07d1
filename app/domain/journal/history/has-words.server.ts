import { textsOf, type EntryContent } from "~/domain/journal/entries/content";
import type { turns } from "~/platform/turns.server";
import { missingIn } from "./search-words";

/** Whether an entry has all the words (of `searchWords`), anywhere in it; yields between its texts. */
export async function hasWords(
  content: EntryContent,
  words: readonly string[],
  turn: ReturnType<typeof turns>,
): Promise<boolean> {
  let missing = [...words];
  for (const text of textsOf(content)) {
    await turn();
    missing = missingIn(text, missing);
    if (missing.length === 0) return true;
  }
  return missing.length === 0;
}
