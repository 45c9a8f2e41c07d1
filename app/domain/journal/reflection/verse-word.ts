import { WORD_LENGTH } from "~/domain/journal/prompt-sets/lectio-questions";
import type { Verse } from "~/domain/scripture/passages/passage";

/** How a verse is named in a form. */
export function verseKey({ chapter, number }: Verse): string {
  return `${chapter}.${number}`;
}

/** A verse as the word that is kept: whole where it is short, else its beginning. */
export function verseAsWord({ text }: Verse): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= WORD_LENGTH) return line;
  const cut = line.slice(0, WORD_LENGTH - 1);
  return `${cut.slice(0, cut.lastIndexOf(" ")).toWellFormed()}…`;
}
