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
  biblePath,
  bookByOsis,
  BOOKS_BY_TESTAMENT,
  chapterName,
  formatSpans,
  mapFromTranslation,
  nameInReference,
  type VerseSpan,
} from "./bible-books";
import { CHAPTER_END, parseTypedReference, verseCountsOf, type VerseRange } from "./references.server";

const MAX_SUGGESTIONS = 4;

/** Finds the books with the most similar names. */
function nearestBooks(typed: string, books: readonly BibleBook[]): BibleBook[] {
  const typedName = plain(typed.slice(0, 40));
  const candidates = books.map((book) => {
    const names = [book.name, book.osis, book.name.replace(/^\d /, "")].map(plain);
    return {
      book,
      distance: Math.min(...names.map((name) => distance(typedName, name))),
      // Breaks ties: swapped letters are a more frequent typo than a missing one.
      hasLetters: names.some((name) => lettersOf(name) === lettersOf(typedName)),
    };
  });
  return candidates
    .sort((a, b) => a.distance - b.distance || Number(b.hasLetters) - Number(a.hasLetters))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ book }) => book);
}

/** Folds a name and drops chapter and verse. */
const plain = (text: string) =>
  foldText(text)
    .replace(/(?<=\p{L}.*)\d.*$/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

const lettersOf = (name: string) => [...name].sort().join("");

/** Damerau-Levenshtein distance; a prefix counts as half an edit. */
const distance = (a: string, b: string) => (a !== "" && b.startsWith(a) ? 0.5 : editDistance(a, b).steps);

/** The translation named in the URL, or else the member's own. `asked` is the one in the URL, which links of the page keep. */
export function chooseTranslation(
  translationParam: string | null,
  own: string,
): { translation: RegisteredTranslation; asked: string | undefined } {
  const requested = translationParam === null ? undefined : findTranslation(translationParam);
  if (requested) return { translation: requested, asked: requested.id };
  return { translation: findTranslation(own) ?? defaultTranslation(), asked: undefined };
}

/** Name, licence and alternatives of a translation, for every page of the Bible. */
export const textHeader = (translation: RegisteredTranslation) => ({
  ...translationLabel(translation),
  licence: translation.about.licence,
  others: availableTranslations(),
});

const booksOf = ({ text }: RegisteredTranslation): BibleBook[] =>
  text.head.books.flatMap(({ osis }) => bookByOsis(osis) ?? []);

type BookLink = { name: string; slug: string };

/** The books of a translation, grouped by testament, in the translation's order. */
export function booksByTestament(
  translation: RegisteredTranslation,
): { testament: Testament; books: BookLink[] }[] {
  const books = booksOf(translation);
  return BOOKS_BY_TESTAMENT.flatMap((testament) => {
    const some = books.filter((book) => book.testament === testament);
    return some.length > 0 ? [{ testament, books: some.map(linkOf) }] : [];
  });
}

const linkOf = ({ name, slug }: BibleBook): BookLink => ({ name, slug });

/** Numbers of the chapters that have verses; empty if the translation lacks the book. */
export function chaptersOf({ text }: RegisteredTranslation, { osis }: BibleBook): number[] {
  return (lastVersesOf(text, osis) ?? []).flatMap((last, at) => (last > 0 ? [at + 1] : []));
}

export const suggestBooks = (name: string, translation: RegisteredTranslation): BookLink[] =>
  nearestBooks(name, booksOf(translation)).map(linkOf);

const MAX_SPANS = 20;

/** Parses the verses in a URL: "4", "4-5" or "37,40"; empty if invalid. */
function parseSpans(text: string | null): VerseSpan[] {
  if (!/^\d{1,3}(?:[-–]\d{1,3})?(?:,\d{1,3}(?:[-–]\d{1,3})?)*$/.test(text ?? "")) return [];
  const spans = (text ?? "").split(",", MAX_SPANS).map((part) => {
    const [from = 0, to = from] = part.split(/[-–]/).map(Number);
    return { from, to };
  });
  return spans.every(({ from, to }) => from >= 1 && from <= to) ? spans : [];
}

/** Data of a chapter's page; undefined if the translation lacks the chapter. */
export function chapterPage(
  translation: RegisteredTranslation,
  book: BibleBook,
  chapter: number,
  verse: string | null,
) {
  const [title, ...verses] = chapterOf(translation.text, book.osis, chapter);
  if (verses.length === 0) return undefined;
  const last = verses.length;
  const requestedSpans = parseSpans(verse);
  const marked = requestedSpans.flatMap(({ from, to }) =>
    from <= last ? [{ from, to: Math.min(to, last) }] : [],
  );
  const spans = marked.length > 0 ? marked : [{ from: 1, to: last }];
  const ranges = spans.map((span) => toDefaultVersification(translation, book, chapter, span));
  return {
    title: title ?? "",
    /** A verse that the translation lacks is empty. */
    verses: verses.map((text) => text ?? ""),
    marked: marked.length > 0 ? marked : null,
    /** The first requested verse that the chapter does not have. */
    missing:
      requestedSpans.map(({ from, to }) => (from > last ? from : to)).find((number) => number > last) ?? null,
    last,
    previous: neighbour(translation, book, chapter, -1),
    next: neighbour(translation, book, chapter, 1),
    /** Reference for an entry, in the default versification, so that every translation finds it. */
    reference: formatReference(book, ranges, marked.length > 0),
    chapters: [...new Set(ranges.flatMap(({ from, to }) => [from.chapter, to.chapter]))],
  };
}

/** The previous or next chapter, across books. */
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

function toDefaultVersification(
  translation: RegisteredTranslation,
  { osis }: BibleBook,
  chapter: number,
  { from, to }: { from: number; to: number },
) {
  const standard = defaultTranslation();
  const place = (verse: number) =>
    translation === standard
      ? { chapter, verse }
      : mapFromTranslation(verseCountsOf(translation), verseCountsOf(standard), osis, { chapter, verse });
  return { from: place(from), to: place(to) };
}

type DefaultRange = ReturnType<typeof toDefaultVersification>;

function formatReference(book: BibleBook, ranges: readonly DefaultRange[], isPart: boolean): string {
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

type TypedPlace = { name: string; address: string };
/** The path of a single place, or all recognised places with the unrecognised rest (`left`). */
type ResolvedReference =
  | { found: string }
  | { found: null; nearest: BookLink[]; places: TypedPlace[]; left: string };

/** Resolves a typed reference to the path of its page. */
export function resolveTypedReference(
  reference: string,
  translation: RegisteredTranslation,
  asked: string | undefined,
): ResolvedReference {
  const read = parseTypedReference(reference);
  const left = /[\p{L}\p{N}]/u.test(read.left) ? read.left.trim() : "";
  const places = byChapter(read.ranges).flatMap((ranges) => placeOfRanges(ranges, translation, asked) ?? []);
  const [first] = places;
  if (!first) return { found: null, nearest: suggestBooks(reference, translation), places, left };
  if (places.length === 1 && !left) return { found: first.address };
  return { found: null, nearest: [], places, left };
}

/** Groups consecutive ranges that begin in the same chapter. */
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

/** Chapters and verses that do not exist are kept, because the chapter's page reports them. */
function placeOfRanges(
  ranges: readonly VerseRange[],
  translation: RegisteredTranslation,
  asked: string | undefined,
): TypedPlace | undefined {
  const [first] = ranges;
  const book = bookByOsis(first?.book ?? "");
  if (!first || !book) return undefined;
  const last = lastVersesOf(translation.text, book.osis);
  // If only the default translation has the book, the link names that translation.
  if (!last) {
    const standard = defaultTranslation();
    if (lastVersesOf(standard.text, book.osis) && standard !== translation)
      return placeOfRanges(ranges, standard, standard.id);
    return { name: book.name, address: biblePath(book, undefined, undefined, asked) };
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
  return { name, address: biblePath(book, chapter, verses, asked) };
}
