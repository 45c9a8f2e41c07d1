import type { BibleBook, Testament } from "~/content/bible/all-books";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  translationNamed,
  translationShown,
  translationsOffered,
  usualTranslation,
  type Shelved,
} from "~/domain/scripture/translations/shelf.server";
import { bibleAddress, bookByOsis, BOOKS_BY_TESTAMENT, chapterName, nameInReference } from "./bible-books";
import { countsOf } from "./bible.server";
import { nearestBooks } from "./nearest-books.server";
import { placeOf } from "./numbering";
import { typedRange } from "./references.server";

/** The translation that a page asks for, or else the person's own; `asked` is what its links have to carry on. */
export function chooseTranslation(
  asked: string | null,
  own: string,
): { shelved: Shelved; asked: string | undefined } {
  const wanted = asked === null ? undefined : translationNamed(asked);
  if (wanted) return { shelved: wanted, asked: wanted.id };
  return { shelved: translationNamed(own) ?? usualTranslation(), asked: undefined };
}

/** What every page of the Bible says of the text that it shows. */
export const textShown = (shelved: Shelved) => ({
  ...translationShown(shelved),
  licence: shelved.about.licence,
  others: translationsOffered(),
});

const booksOf = ({ text }: Shelved): BibleBook[] =>
  text.head.books.flatMap(({ osis }) => bookByOsis(osis) ?? []);

export type BookLine = { name: string; slug: string };

/** The books of a translation, by testament, in its own order. */
export function booksByTestament(shelved: Shelved): { testament: Testament; books: BookLine[] }[] {
  const books = booksOf(shelved);
  return BOOKS_BY_TESTAMENT.flatMap((testament) => {
    const some = books.filter((book) => book.testament === testament);
    return some.length > 0 ? [{ testament, books: some.map(lineOf) }] : [];
  });
}

const lineOf = ({ name, slug }: BibleBook): BookLine => ({ name, slug });

/** The chapters of a book that have verses; empty if the translation lacks the book. */
export function chaptersOf({ text }: Shelved, { osis }: BibleBook): number[] {
  return (lastVersesOf(text, osis) ?? []).flatMap((last, at) => (last > 0 ? [at + 1] : []));
}

export type TypedReference = { found: string } | { found: null; nearest: BookLine[] };

/** Where a typed reference leads: its verses, its chapter, or its book where there is no such chapter. */
export function whereTyped(reference: string, shelved: Shelved, asked: string | undefined): TypedReference {
  const range = typedRange(reference);
  const book = range && bookByOsis(range.book);
  const last = book && lastVersesOf(shelved.text, book.osis);
  if (!range || !book) return { found: null, nearest: nearestBooks(reference, booksOf(shelved)).map(lineOf) };
  // What this translation lacks may be in the usual one, whose pages say so.
  if (!last) {
    const usual = usualTranslation();
    if (lastVersesOf(usual.text, book.osis) && usual !== shelved)
      return whereTyped(reference, usual, usual.id);
    return { found: bibleAddress(book, undefined, undefined, asked) };
  }
  const { from, to } = range;
  const end = last[from.chapter - 1];
  if (!end) return { found: bibleAddress(book, undefined, undefined, asked) };
  const isWhole = from.verse === 1 && (to.chapter > from.chapter || to.verse >= end);
  const verses = { from: from.verse, to: to.chapter > from.chapter ? end : Math.min(to.verse, end) };
  return {
    found: bibleAddress(book, from.chapter, isWhole || from.verse > end ? undefined : verses, asked),
  };
}

/** The nearest books to a name that no book has. */
export const booksNear = (name: string, shelved: Shelved): BookLine[] =>
  nearestBooks(name, booksOf(shelved)).map(lineOf);

/** Which verses an address names: "4" or "4-5". */
function versesAsked(text: string | null, last: number): { from: number; to: number } | undefined {
  const [, first, second = first] = /^(\d{1,3})(?:[-–](\d{1,3}))?$/.exec(text ?? "") ?? [];
  const [from, to] = [Number(first), Math.min(Number(second), last)];
  return from >= 1 && from <= to ? { from, to } : undefined;
}

/** A chapter as its page shows it; undefined where the translation lacks it. */
export function chapterPage(shelved: Shelved, book: BibleBook, chapter: number, verse: string | null) {
  const [title, ...verses] = chapterOf(shelved.text, book.osis, chapter);
  if (verses.length === 0) return undefined;
  const marked = versesAsked(verse, verses.length);
  const ours = inOurNumbers(shelved, book, chapter, marked ?? { from: 1, to: verses.length });
  return {
    title: title ?? "",
    verses: verses.flatMap((text, index) => (text ? [{ number: index + 1, text }] : [])),
    marked: marked ?? null,
    previous: neighbour(shelved, book, chapter, -1),
    next: neighbour(shelved, book, chapter, 1),
    /** As an entry keeps it, in the numbering of our own text, so that every translation finds it. */
    reference: referenceOf(book, ours, marked !== undefined),
    chapters: [...new Set([ours.from.chapter, ours.to.chapter])],
  };
}

/** The chapter before or after, over the ends of books. */
function neighbour({ text }: Shelved, { osis }: BibleBook, chapter: number, step: 1 | -1) {
  const { books } = text.head;
  let at = books.findIndex((other) => other.osis === osis);
  let number = chapter + step;
  for (; at >= 0 && at < books.length; number = step === 1 ? 1 : (books[at]?.last.length ?? 0)) {
    const { osis: name = "", last = [] } = books[at] ?? {};
    for (; number >= 1 && number <= last.length; number += step) {
      const book = (last[number - 1] ?? 0) > 0 ? bookByOsis(name) : undefined;
      if (book) return { name: chapterName(book, number), slug: book.slug, chapter: number };
    }
    at += step;
  }
  return null;
}

function inOurNumbers(
  shelved: Shelved,
  { osis }: BibleBook,
  chapter: number,
  { from, to }: { from: number; to: number },
) {
  const usual = usualTranslation();
  const place = (verse: number) =>
    shelved === usual
      ? { chapter, verse }
      : placeOf(countsOf(shelved), countsOf(usual), osis, { chapter, verse });
  return { from: place(from), to: place(to) };
}

function referenceOf(
  book: BibleBook,
  { from, to }: ReturnType<typeof inOurNumbers>,
  isPart: boolean,
): string {
  const name = nameInReference(book);
  if (from.chapter !== to.chapter) return `${name} ${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`;
  if (!isPart && from.verse <= 1) return `${name} ${from.chapter}`;
  return `${name} ${from.chapter}:${from.verse}${to.verse > from.verse ? `-${to.verse}` : ""}`;
}
