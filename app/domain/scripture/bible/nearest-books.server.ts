import editDistance from "damerau-levenshtein";
import type { BibleBook } from "~/content/bible/all-books";
import { fold } from "~/i18n/words";

const MOST = 4;

/** The books whose names are most like what was typed. */
export function nearestBooks(typed: string, books: readonly BibleBook[]): BibleBook[] {
  const wanted = plain(typed.slice(0, 40));
  const scored = books.map((book) => {
    const names = [book.name, book.osis, book.name.replace(/^\d /, "")].map(plain);
    return {
      book,
      far: Math.min(...names.map((name) => distance(wanted, name))),
      // Of books that are equally near, the one that has these very letters: fingers swap letters more often than they miss one.
      hasLetters: names.some((name) => lettersOf(name) === lettersOf(wanted)),
    };
  });
  return scored
    .sort((a, b) => a.far - b.far || Number(b.hasLetters) - Number(a.hasLetters))
    .slice(0, MOST)
    .map(({ book }) => book);
}

/** Without the numbers of chapter and verse, which say nothing about the book. */
const plain = (text: string) =>
  fold(text)
    .replace(/(?<=\p{L}.*)\d.*$/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

const lettersOf = (name: string) => [...name].sort().join("");

/** How many letters have to be changed, taken away, added or swapped with the next; a beginning counts as nearly right. */
const distance = (a: string, b: string) => (a !== "" && b.startsWith(a) ? 0.5 : editDistance(a, b).steps);
