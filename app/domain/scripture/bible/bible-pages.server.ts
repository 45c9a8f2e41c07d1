import type { BibleBook, Testament } from "~/content/bible/all-books";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  translationNamed,
  translationShown,
  translationsOffered,
  usualTranslation,
  type Shelved,
} from "~/domain/scripture/translations/shelf.server";
import { bookByOsis, BOOKS_BY_TESTAMENT, chapterName, nameInReference, type VerseSpan } from "./bible-books";
import { countsOf } from "./bible.server";
import { nearestBooks } from "./nearest-books.server";
import { placeOf } from "./numbering";

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

/** The nearest books to a name that no book has. */
export const booksNear = (name: string, shelved: Shelved): BookLine[] =>
  nearestBooks(name, booksOf(shelved)).map(lineOf);

const MAX_SPANS = 20;

/** The verses that an address names: "4", "4-5" or "37,40". */
function versesAsked(text: string | null): VerseSpan[] {
  if (!/^\d{1,3}(?:[-–]\d{1,3})?(?:,\d{1,3}(?:[-–]\d{1,3})?)*$/.test(text ?? "")) return [];
  const spans = (text ?? "").split(",", MAX_SPANS).map((part) => {
    const [from = 0, to = from] = part.split(/[-–]/).map(Number);
    return { from, to };
  });
  return spans.every(({ from, to }) => from >= 1 && from <= to) ? spans : [];
}

/** A chapter as its page shows it; undefined where the translation lacks it. */
export function chapterPage(shelved: Shelved, book: BibleBook, chapter: number, verse: string | null) {
  const [title, ...verses] = chapterOf(shelved.text, book.osis, chapter);
  if (verses.length === 0) return undefined;
  const last = verses.length;
  const asked = versesAsked(verse);
  const marked = asked.flatMap(({ from, to }) => (from <= last ? [{ from, to: Math.min(to, last) }] : []));
  const spans = marked.length > 0 ? marked : [{ from: 1, to: last }];
  const ours = spans.map((span) => inOurNumbers(shelved, book, chapter, span));
  return {
    title: title ?? "",
    /** In their order; a verse that the translation lacks is empty. */
    verses: verses.map((text) => text ?? ""),
    marked: marked.length > 0 ? marked : null,
    /** The chapter was asked for a verse that it does not have. */
    missing: asked.map(({ from, to }) => (from > last ? from : to)).find((number) => number > last) ?? null,
    last,
    previous: neighbour(shelved, book, chapter, -1),
    next: neighbour(shelved, book, chapter, 1),
    /** As an entry keeps it, in the numbering of our own text, so that every translation finds it. */
    reference: referenceOf(book, ours, marked.length > 0),
    chapters: [...new Set(ours.flatMap(({ from, to }) => [from.chapter, to.chapter]))],
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

type OurRange = ReturnType<typeof inOurNumbers>;

function referenceOf(book: BibleBook, ranges: readonly OurRange[], isPart: boolean): string {
  const [first] = ranges;
  const name = nameInReference(book);
  if (!first) return name;
  const isChapter = !isPart && first.from.chapter === first.to.chapter && first.from.verse <= 1;
  if (isChapter) return `${name} ${first.from.chapter}`;
  let chapter = 0;
  const parts = ranges.map(({ from, to }) => {
    const start = from.chapter === chapter ? `${from.verse}` : `${from.chapter}:${from.verse}`;
    const isOne = from.chapter === to.chapter && to.verse <= from.verse;
    const end = from.chapter === to.chapter ? `${to.verse}` : `${to.chapter}:${to.verse}`;
    chapter = to.chapter;
    return isOne ? start : `${start}-${end}`;
  });
  return `${name} ${parts.join(",")}`;
}
