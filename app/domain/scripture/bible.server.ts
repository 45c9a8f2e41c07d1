import { BOOKS } from "./bible-books";
import { chapterOf, lastVersesOf } from "./translations/open-text.server";
import { translationNamed, USUAL } from "./translations/shelf.server";

export { BOOKS };

/**
 * The text of one verse; empty where the translation leaves it out (the World English Bible does so five times), undefined
 * where there is no such verse.
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
