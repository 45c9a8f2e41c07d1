import * as addresses from "~/addresses";
import { ALL_BOOKS, type BibleBook } from "~/content/bible/all-books";

const byOsis = new Map(ALL_BOOKS.map((book) => [book.osis, book]));
const bySlug = new Map(ALL_BOOKS.map((book) => [book.slug, book]));

/**
 * The OSIS names of the 66 books that every translation of ours has.
 * @internal Exported for tests.
 */
export const BOOKS: readonly string[] = ALL_BOOKS.flatMap(({ osis, testament }) =>
  testament === "deuterocanon" ? [] : [osis],
);

export const bookByOsis = (osis: string): BibleBook | undefined => byOsis.get(osis);
export const bookBySlug = (slug: string): BibleBook | undefined => bySlug.get(slug);

/** The order on the page. */
export const BOOKS_BY_TESTAMENT = ["old", "deuterocanon", "new"] as const;

/** As references of ours name a book: "Psalm 23", "Song of Solomon 2:10". */
export const nameInReference = ({ osis, name }: BibleBook): string =>
  osis === "Ps" ? "Psalm" : osis === "Song" ? "Song of Solomon" : name;

/** A chapter by its name: "Psalm 23", "John 15". */
export const chapterName = ({ osis, name }: BibleBook, chapter: number): string =>
  `${osis === "Ps" ? "Psalm" : name} ${chapter}`;

export type VerseSpan = { from: number; to: number };

/** Verses of one chapter: "4-5,9". */
export const formatSpans = (spans: readonly VerseSpan[]): string =>
  spans.map(({ from, to }) => (to > from ? `${from}-${to}` : `${from}`)).join(",");

/** Where a chapter, or some verses of it, can be read. */
export function bibleAddress(
  book: BibleBook,
  chapter?: number,
  verses: readonly VerseSpan[] = [],
  translation?: string,
): string {
  const verse = formatSpans(verses) || undefined;
  return chapter === undefined
    ? addresses.bibleBook(book.slug, { verse, translation })
    : addresses.bibleChapter(book.slug, chapter, { verse, translation });
}
