import editDistance from "damerau-levenshtein";
import type { BibleBook, Testament } from "~/content/bible/all-books";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  availableTranslations,
  defaultTranslation,
  findTranslation,
  translationLabel,
  type RegisteredTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import { foldText } from "~/i18n/tokenizer";
import {
  bibleAddress,
  bookByOsis,
  BOOKS_BY_TESTAMENT,
  chapterName,
  formatSpans,
  mapFromTranslation,
  nameInReference,
  type VerseSpan,
} from "./bible-books";
import { CHAPTER_END, parseTypedReference, verseCountsOf, type VerseRange } from "./references.server";

const MOST = 4;

/** The books whose names are most like what was typed. */
function nearestBooks(typed: string, books: readonly BibleBook[]): BibleBook[] {
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
  foldText(text)
    .replace(/(?<=\p{L}.*)\d.*$/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

const lettersOf = (name: string) => [...name].sort().join("");

/** How many letters have to be changed, taken away, added or swapped with the next; a beginning counts as nearly right. */
const distance = (a: string, b: string) => (a !== "" && b.startsWith(a) ? 0.5 : editDistance(a, b).steps);

/** The translation that a page asks for, or else the person's own; `asked` is what its links have to carry on. */
export function chooseTranslation(
  asked: string | null,
  own: string,
): { shelved: RegisteredTranslation; asked: string | undefined } {
  const wanted = asked === null ? undefined : findTranslation(asked);
  if (wanted) return { shelved: wanted, asked: wanted.id };
  return { shelved: findTranslation(own) ?? defaultTranslation(), asked: undefined };
}

/** What every page of the Bible says of the text that it shows. */
export const textHeader = (shelved: RegisteredTranslation) => ({
  ...translationLabel(shelved),
  licence: shelved.about.licence,
  others: availableTranslations(),
});

const booksOf = ({ text }: RegisteredTranslation): BibleBook[] =>
  text.head.books.flatMap(({ osis }) => bookByOsis(osis) ?? []);

export type BookLink = { name: string; slug: string };

/** The books of a translation, by testament, in its own order. */
export function booksByTestament(
  shelved: RegisteredTranslation,
): { testament: Testament; books: BookLink[] }[] {
  const books = booksOf(shelved);
  return BOOKS_BY_TESTAMENT.flatMap((testament) => {
    const some = books.filter((book) => book.testament === testament);
    return some.length > 0 ? [{ testament, books: some.map(lineOf) }] : [];
  });
}

const lineOf = ({ name, slug }: BibleBook): BookLink => ({ name, slug });

/** The chapters of a book that have verses; empty if the translation lacks the book. */
export function chaptersOf({ text }: RegisteredTranslation, { osis }: BibleBook): number[] {
  return (lastVersesOf(text, osis) ?? []).flatMap((last, at) => (last > 0 ? [at + 1] : []));
}

/** The nearest books to a name that no book has. */
export const suggestBooks = (name: string, shelved: RegisteredTranslation): BookLink[] =>
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
export function chapterPage(
  shelved: RegisteredTranslation,
  book: BibleBook,
  chapter: number,
  verse: string | null,
) {
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
function neighbour({ text }: RegisteredTranslation, { osis }: BibleBook, chapter: number, step: 1 | -1) {
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
  shelved: RegisteredTranslation,
  { osis }: BibleBook,
  chapter: number,
  { from, to }: { from: number; to: number },
) {
  const usual = defaultTranslation();
  const place = (verse: number) =>
    shelved === usual
      ? { chapter, verse }
      : mapFromTranslation(verseCountsOf(shelved), verseCountsOf(usual), osis, { chapter, verse });
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

/** A place that was typed, by its name and address. */
type TypedPlace = { name: string; address: string };
/** Either everything was understood and stands in one chapter, or the places that were, and what was not. */
export type ResolvedReference =
  { found: string } | { found: null; nearest: BookLink[]; places: TypedPlace[]; left: string };

/** Resolves a typed reference to an address. */
export function resolveTypedReference(
  reference: string,
  shelved: RegisteredTranslation,
  asked: string | undefined,
): ResolvedReference {
  const read = parseTypedReference(reference);
  const left = /[\p{L}\p{N}]/u.test(read.left) ? read.left.trim() : "";
  const places = byChapter(read.ranges).flatMap((ranges) => placeTyped(ranges, shelved, asked) ?? []);
  const [first] = places;
  if (!first) return { found: null, nearest: suggestBooks(reference, shelved), places, left };
  if (places.length === 1 && !left) return { found: first.address };
  return { found: null, nearest: [], places, left };
}

/** Ranges that follow each other and begin in the same chapter. */
function byChapter(ranges: readonly VerseRange[]): VerseRange[][] {
  const groups: VerseRange[][] = [];
  for (const range of ranges) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (last && before?.book === range.book && before.from.chapter === range.from.chapter) last.push(range);
    else groups.push([range]);
  }
  return groups;
}

/** Verses that the chapter does not have are kept: its page says so, as it does of a chapter that the book does not have. */
function placeTyped(
  ranges: readonly VerseRange[],
  shelved: RegisteredTranslation,
  asked: string | undefined,
): TypedPlace | undefined {
  const [first] = ranges;
  const book = bookByOsis(first?.book ?? "");
  if (!first || !book) return undefined;
  const last = lastVersesOf(shelved.text, book.osis);
  // The default translation may have a book that this one lacks; its pages name the translation.
  if (!last) {
    const usual = defaultTranslation();
    if (lastVersesOf(usual.text, book.osis) && usual !== shelved) return placeTyped(ranges, usual, usual.id);
    return { name: book.name, address: bibleAddress(book, undefined, undefined, asked) };
  }
  const { chapter } = first.from;
  const end = last[chapter - 1] ?? 0;
  const spans = ranges.map(({ from, to }) => ({
    from: from.verse,
    to: to.chapter > chapter || to.verse === CHAPTER_END ? end : to.verse,
  }));
  const isWhole = spans.some(({ from, to }) => from === 1 && to === end);
  const verses = isWhole || end === 0 ? [] : spans;
  const name = chapterName(book, chapter) + (verses.length > 0 ? `:${formatSpans(verses)}` : "");
  return { name, address: bibleAddress(book, chapter, verses, asked) };
}
