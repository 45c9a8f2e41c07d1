import type { BibleBook } from "~/content/bible/all-books";
import { fold } from "~/i18n/words";

const MOST = 4;

/** The books whose names are most like what was typed. */
export function nearestBooks(typed: string, books: readonly BibleBook[]): BibleBook[] {
  const wanted = plain(typed.slice(0, 40));
  const scored = books.map((book) => ({
    book,
    far: Math.min(
      ...[book.name, book.osis, book.name.replace(/^\d /, "")].map((name) => distance(wanted, plain(name))),
    ),
  }));
  return scored
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ book }) => book);
}

/** Without the numbers of chapter and verse, which say nothing about the book. */
const plain = (text: string) =>
  fold(text)
    .replace(/(?<=\p{L}.*)\d.*$/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** How many letters have to be changed, taken away or added; a beginning counts as nearly right. */
function distance(a: string, b: string): number {
  if (a !== "" && b.startsWith(a)) return 0.5;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [y, letter] of [...a].entries()) {
    const next = [y + 1];
    for (let x = 1; x <= b.length; x++)
      next.push(
        Math.min(
          (next[x - 1] ?? 0) + 1,
          (row[x] ?? 0) + 1,
          (row[x - 1] ?? 0) + (b[x - 1] === letter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? a.length;
}
