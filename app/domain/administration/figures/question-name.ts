import { ALL_SETS } from "~/domain/journal/prompt-sets/all";

/** What the name of a question means, for the figures of the library: its text, or the pack that it belongs to. */
export function questionWords(id: string): string {
  for (const { questionNamed } of ALL_SETS) {
    const words = questionNamed(id);
    if (words !== undefined) return words;
  }
  return id;
}
