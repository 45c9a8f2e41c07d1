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

const PAGE_SIZE = 25;

type VerseSegment = { text: string; hit: boolean };
/** `place` is the verse's name: "Psalm 23:4". */
type FoundVerse = { place: string; chapter: number; verse: number; pieces: VerseSegment[] };
type FoundInBook = { name: string; slug: string; verses: FoundVerse[] };
export type BibleSearch = {
  isEmpty: boolean;
  count: number;
  /** Hits per book, in the order of the Bible. */
  counts: { name: string; slug: string; count: number }[];
  books: FoundInBook[];
  /** Cursor of the next page; null on the last. */
  after: string | null;
};

/** `index` is the number of the chapter in the text. */
type Verse = { book: BibleBook; chapter: number; verse: number; index: number };

/** Finds the verses with all words and phrases, optionally in one book. Returns one page of them, by book. */
export function searchBible(
  { text }: RegisteredTranslation,
  query: string,
  { book, after }: { book?: BibleBook; after?: string | null },
): BibleSearch {
  const phrases = parsePhrases(query);
  const found = findVerses(text, phrases);
  const counts = countByBook(text, found);
  const [first, end] = book ? spanOf(text, book.osis) : [0, Infinity];
  const hits = found.filter((at) => at >= first && at < end);
  const from = parseCursor(text, after ?? "");
  const start = from === undefined ? 0 : hits.findIndex((at) => at > from);
  const page = start < 0 ? [] : hits.slice(start, start + PAGE_SIZE);
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
    count: hits.length,
    counts,
    books,
    after: last !== undefined && last !== hits.at(-1) ? formatCursor(text, last) : null,
  };
}

/** Binary search for the chapter of a verse, both numbered through the whole text. */
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

/** Range of a book's verses, numbered through the whole text. */
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

/** "John.3.16": the last verse of a page. */
function formatCursor(text: OpenText, at: number): string | null {
  const verse = verseAt(text, at);
  return verse ? `${verse.book.osis}.${verse.chapter}.${verse.verse}` : null;
}

function parseCursor(text: OpenText, name: string): number | undefined {
  const [, osis = "", chapter, verse] = /^(\w{1,10})\.(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
  const first = text.firstChapter.get(osis);
  if (first === undefined) return undefined;
  const begin = text.firstVerse[first + Number(chapter) - 1];
  return begin === undefined ? undefined : begin + Number(verse) - 1;
}

/**
 * Splits a verse into segments, with hits marked.
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
  const segments: VerseSegment[] = [];
  let at = 0;
  for (const [index, { at: from, end }] of words.entries()) {
    if (!isHit[index]) continue;
    // Adjacent hits become one segment.
    const last = segments.at(-1);
    if (last?.hit && (isHit[index - 1] || from < at)) last.text += line.slice(at, end);
    else
      segments.push({ text: line.slice(at, from), hit: false }, { text: line.slice(from, end), hit: true });
    at = Math.max(at, end);
  }
  segments.push({ text: line.slice(at), hit: false });
  return segments.filter(({ text: part }) => part !== "");
}
