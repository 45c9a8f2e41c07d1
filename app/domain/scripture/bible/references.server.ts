import { bcv_parser } from "bible-passage-reference-parser/esm/bcv_parser.js";
import * as english from "bible-passage-reference-parser/esm/lang/en.js";
import { LRUCache } from "lru-cache";
import { chapterOf, lastVersesOf } from "~/domain/scripture/translations/open-text.server";
import {
  DEFAULT_TRANSLATION,
  findTranslation,
  type RegisteredTranslation,
} from "~/domain/scripture/translations/translation-registry.server";
import type { VerseCounts } from "./bible-books";

/**
 * The text of one verse; empty if the translation omits it (the World English Bible omits five), undefined if there is no
 * such verse.
 * @internal Exported for tests.
 */
export function verseText(
  book: string,
  chapter: number,
  verse: number,
  translation: string = DEFAULT_TRANSLATION,
): string | undefined {
  const found = findTranslation(translation);
  return found && chapterOf(found.text, book, chapter)[verse];
}

/** Number of verses of a chapter; 0 if there is no such chapter. */
export function lastVerse(book: string, chapter: number, translation: string = DEFAULT_TRANSLATION): number {
  const found = findTranslation(translation);
  return (found && lastVersesOf(found.text, book)?.[chapter - 1]) ?? 0;
}

/** @returns a function from a book's OSIS name to its number of verses per chapter in the translation */
export const verseCountsOf =
  ({ text }: RegisteredTranslation): VerseCounts =>
  (book) =>
    lastVersesOf(text, book);

const strict = new bcv_parser(english);
strict.include_apocrypha(true);
// The "bcv" strategy expands every range to a first and a last verse, for whole chapters too.
strict.set_options({ osis_compaction_strategy: "bcv" });

export type VerseRange = {
  book: string;
  from: { chapter: number; verse: number };
  to: { chapter: number; verse: number };
};

/** Parser of typed references: accepts chapters and verses that do not exist, because translations differ. */
const lenient = new bcv_parser(english);
lenient.include_apocrypha(true);
lenient.set_options({
  osis_compaction_strategy: "bcv",
  passage_existence_strategy: "b",
  book_alone_strategy: "first_chapter",
  book_range_strategy: "include",
});

const MAX_REFERENCE_LENGTH = 80;

const rangesCache = new LRUCache<string, readonly VerseRange[]>({ max: 200, memoMethod: readReference });

/** Parses a stored reference into ranges of the default versification. Cached. */
export function rangesOf(reference: string): readonly VerseRange[] {
  return reference.length > MAX_REFERENCE_LENGTH ? [] : rangesCache.memo(reference);
}

function readReference(reference: string): readonly VerseRange[] {
  // Stored references list whole chapters with a comma: "Psalm 1,2".
  const line = /^\d?\D+\d+(,\d+)+$/.test(reference) ? reference : englishNotation(reference);
  return rangesIn((strict.parse(line) as typeof strict).osis());
}

type ReferenceResult = {
  ranges: VerseRange[];
  /** The unrecognised rest: "2 Gnesis" of "John 3 and 2 Gnesis". */
  left: string;
};

/** Parses a reference in the default versification. Only existing verses are accepted. */
export const parseReference = (words: string): ReferenceResult => readWith(strict, words);

/**
 * Parses what a member typed: "Jn 15:4f", "1 Cor 13,4-7", "Ps 23". Keeps verses and chapters that do not exist. The end of
 * a chapter is verse CHAPTER_END.
 */
export const parseTypedReference = (words: string): ReferenceResult => readWith(lenient, words);

/** The parser's verse number for the end of a chapter. */
export const CHAPTER_END = 999;

function readWith(parser: typeof strict, words: string): ReferenceResult {
  if (words.length > MAX_REFERENCE_LENGTH) return { ranges: [], left: words };
  const line = englishNotation(words);
  const found = (parser.parse(line) as typeof parser).osis_and_indices();
  const left = found.reduceRight(
    (rest, { indices: [from, to] }) => rest.slice(0, from) + rest.slice(to),
    line,
  );
  return { ranges: found.flatMap(({ osis }) => rangesIn(osis)), left };
}

/** Checks whether a reference contains a verse or chapter that does not exist. */
export function hasMissingVerse(words: string): boolean {
  const [named, existing] = [parseTypedReference(words).ranges, parseReference(words).ranges];
  const count = (ranges: VerseRange[]) => ranges.length;
  return (
    count(named) !== count(existing) ||
    named.some(({ to }, at) => to.verse !== CHAPTER_END && to.verse !== existing[at]?.to.verse)
  );
}

/**
 * Converts continental notation (comma before the verse, point between verses) to English: "Ps 89,37.40" becomes
 * "Ps 89:37,40". "4f" becomes "4-5".
 */
export function englishNotation(reference: string): string {
  const following = reference.replace(
    /([-–—]\s*)?(\d+)\s?f(?![\p{L}\p{N}])/gu,
    (_, dash: string | undefined, number: string) =>
      dash ? `${dash}${Number(number) + 1}` : `${number}-${Number(number) + 1}`,
  );
  if (following.includes(":")) return following.replace(/(?<=\d)\.(?=\d)/g, ",");
  if (!/\d,\s*\d/.test(following)) return following;
  let chapter = 0;
  return following
    .replace(/([-–—;]\s*)?(\d+),\s*(?=\d)/g, (pair, before: string | undefined, digits: string) => {
      const number = Number(digits);
      // "13,4-7,13" lists verses: a range does not end in an earlier chapter.
      const isChapter = chapter === 0 || before?.startsWith(";") || (before && number > chapter);
      if (!isChapter) return pair;
      chapter = number;
      return `${before ?? ""}${digits}:`;
    })
    .replace(/(?<=\d)\.(?=\d)/g, ",");
}

/** The parser's names that differ from ours. */
const OTHER_NAMES: Record<string, string> = { Ps151: "AddPs", GkEsth: "EsthGr", SgThree: "PrAzar" };

/** Parses OSIS: "Ps.46.10" or "John.15.4-John.15.5,John.16.1". */
function rangesIn(osis: string): VerseRange[] {
  return osis.split(",").flatMap((range) => {
    const [from, to = from] = range.split("-").map((end) => end.split("."));
    const [book = "", chapter, verse] = from ?? [];
    const [last = "", endChapter, endVerse] = to ?? [];
    if (!book || book !== last) return [];
    return [
      {
        book: OTHER_NAMES[book] ?? book,
        from: { chapter: Number(chapter), verse: Number(verse) },
        to: { chapter: Number(endChapter), verse: Number(endVerse) },
      },
    ];
  });
}
