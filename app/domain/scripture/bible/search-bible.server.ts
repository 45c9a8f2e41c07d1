import type { BibleBook } from "~/content/bible/all-books";
import {
  chapterAt,
  findVerses,
  parsePhrases,
  type OpenText,
} from "~/domain/scripture/translations/open-text.server";
import type { RegisteredTranslation } from "~/domain/scripture/translations/translation-registry.server";
import { locateWords } from "~/i18n/tokenizer";
import { bookByOsis, chapterName } from "./bible-books";

/** Verses on a page of results. */
const PAGE_SIZE = 25;

export type VerseSegment = { text: string; hit: boolean };
/** `place` is what people call it: "Psalm 23:4". */
type FoundVerse = { place: string; chapter: number; verse: number; pieces: VerseSegment[] };
type FoundInBook = { name: string; slug: string; verses: FoundVerse[] };
export type BibleSearch = {
  /** The query has no words. */
  isEmpty: boolean;
  count: number;
  /** How many verses of each book, in their order. */
  counts: { name: string; slug: string; count: number }[];
  books: FoundInBook[];
  /** Where the next page begins. */
  after: string | null;
};

type Verse = { book: BibleBook; chapter: number; verse: number; index: number };

/** The verses with all words and phrases, a page of them, by book; in one book only where it is named. */
export function searchBible(
  { text }: RegisteredTranslation,
  query: string,
  { book, after }: { book?: BibleBook; after?: string | null },
): BibleSearch {
  const phrases = parsePhrases(query);
  const found = findVerses(text, phrases);
  const counts = countByBook(text, found);
  const [first, end] = book ? spanOf(text, book.osis) : [0, Infinity];
  const wanted = found.filter((at) => at >= first && at < end);
  const from = placeNamed(text, after ?? "");
  const begin = from === undefined ? 0 : wanted.findIndex((at) => at > from);
  const page = begin < 0 ? [] : wanted.slice(begin, begin + PAGE_SIZE);
  const last = page.at(-1);
  const books: FoundInBook[] = [];
  for (const verse of page.flatMap((at) => verseAt(text, at) ?? [])) {
    if (books.at(-1)?.slug !== verse.book.slug)
      books.push({ name: verse.book.name, slug: verse.book.slug, verses: [] });
    const words = chapterAt(text, verse.index)[verse.verse] ?? "";
    books.at(-1)?.verses.push({
      place: `${chapterName(verse.book, verse.chapter)}:${verse.verse}`,
      chapter: verse.chapter,
      verse: verse.verse,
      pieces: splitVerse(words, phrases),
    });
  }
  return {
    isEmpty: phrases.length === 0,
    count: wanted.length,
    counts,
    books,
    after: last !== undefined && last !== wanted.at(-1) ? nameOfPlace(text, last) : null,
  };
}

/** The chapter that holds a verse, both counted through the whole text: the last one that begins at it or before. */
function chapterWith({ firstVerse }: OpenText, at: number): number {
  let [low, high] = [0, firstVerse.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firstVerse[middle] ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function verseAt(text: OpenText, at: number): Verse | undefined {
  const index = chapterWith(text, at);
  let before = 0;
  for (const { osis, last } of text.head.books) {
    if (index < before + last.length) {
      const book = bookByOsis(osis);
      return (
        book && { book, chapter: index - before + 1, verse: at - (text.firstVerse[index] ?? 0) + 1, index }
      );
    }
    before += last.length;
  }
  return undefined;
}

/** The verses of a book, counted through the whole text. */
function spanOf(text: OpenText, osis: string): [from: number, to: number] {
  const first = text.firstChapter.get(osis);
  const chapters = text.head.books.find((other) => other.osis === osis)?.last.length ?? 0;
  return first === undefined ? [0, 0] : [text.firstVerse[first] ?? 0, text.firstVerse[first + chapters] ?? 0];
}

function countByBook(text: OpenText, found: readonly number[]): BibleSearch["counts"] {
  let at = 0;
  return text.head.books.flatMap(({ osis }) => {
    const [, to] = spanOf(text, osis);
    const begin = at;
    while (at < found.length && (found[at] ?? 0) < to) at++;
    const book = bookByOsis(osis);
    return book && at > begin ? [{ name: book.name, slug: book.slug, count: at - begin }] : [];
  });
}

/** "John.3.16": a page begins after this verse. */
function nameOfPlace(text: OpenText, at: number): string | null {
  const verse = verseAt(text, at);
  return verse ? `${verse.book.osis}.${verse.chapter}.${verse.verse}` : null;
}

function placeNamed(text: OpenText, name: string): number | undefined {
  const [, osis = "", chapter, verse] = /^(\w{1,10})\.(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
  const first = text.firstChapter.get(osis);
  if (first === undefined) return undefined;
  const begin = text.firstVerse[first + Number(chapter) - 1];
  return begin === undefined ? undefined : begin + Number(verse) - 1;
}

/**
 * A verse in pieces, with what was found marked.
 * @internal Exported for tests.
 */
export function splitVerse(text: string, phrases: readonly string[][]): VerseSegment[] {
  const line = text.replaceAll("\n", " ").normalize("NFC");
  const words = locateWords(line);
  const isHit = words.map(() => false);
  for (const phrase of phrases)
    for (let at = 0; at + phrase.length <= words.length; at++)
      if (phrase.every((word, shift) => words[at + shift]?.word === word))
        isHit.fill(true, at, at + phrase.length);
  const pieces: VerseSegment[] = [];
  let at = 0;
  for (const [index, { at: from, end }] of words.entries()) {
    if (!isHit[index]) continue;
    // Words that follow each other are one mark.
    const last = pieces.at(-1);
    if (last?.hit && (isHit[index - 1] || from < at)) last.text += line.slice(at, end);
    else pieces.push({ text: line.slice(at, from), hit: false }, { text: line.slice(from, end), hit: true });
    at = Math.max(at, end);
  }
  pieces.push({ text: line.slice(at), hit: false });
  return pieces.filter((piece) => piece.text !== "");
}
