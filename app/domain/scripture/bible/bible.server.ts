import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import { translationNamed, USUAL, type Shelved } from "~/domain/scripture/translations/shelf.server";
import type { Counts } from "./numbering";

/**
 * The text of one verse; empty where the translation leaves it out (the World English Bible does so five times), undefined
 * where there is no such verse.
 * @internal Exported for tests.
 */
export function verseText(
  book: string,
  chapter: number,
  verse: number,
  translation: string = USUAL,
): string | undefined {
  const found = translationNamed(translation);
  return found && chapterOf(found.text, book, chapter)[verse];
}

/** How many verses a chapter has; 0 where there is no such chapter. */
export function lastVerse(book: string, chapter: number, translation: string = USUAL): number {
  const found = translationNamed(translation);
  return (found && lastVersesOf(found.text, book)?.[chapter - 1]) ?? 0;
}

/** How many verses the chapters of a translation have. */
export const countsOf =
  ({ text }: Shelved): Counts =>
  (book) =>
    lastVersesOf(text, book);
