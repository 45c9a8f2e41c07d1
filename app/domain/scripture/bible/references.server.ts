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
 * The text of one verse; empty where the translation leaves it out (the World English Bible does so five times), undefined
 * where there is no such verse.
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

/** How many verses a chapter has; 0 where there is no such chapter. */
export function lastVerse(book: string, chapter: number, translation: string = DEFAULT_TRANSLATION): number {
  const found = findTranslation(translation);
  return (found && lastVersesOf(found.text, book)?.[chapter - 1]) ?? 0;
}

/** How many verses the chapters of a translation have. */
export const verseCountsOf =
  ({ text }: RegisteredTranslation): VerseCounts =>
  (book) =>
    lastVersesOf(text, book);

const strict = new bcv_parser(english);
strict.include_apocrypha(true);
// Every range comes out as first and last verse, whole chapters included.
strict.set_options({ osis_compaction_strategy: "bcv" });

export type VerseRange = {
  book: string;
  from: { chapter: number; verse: number };
  to: { chapter: number; verse: number };
};

/** For what people type about the translation before them: which chapters it has is asked of the translation itself. */
const lenient = new bcv_parser(english);
lenient.include_apocrypha(true);
lenient.set_options({
  osis_compaction_strategy: "bcv",
  passage_existence_strategy: "b",
  book_alone_strategy: "first_chapter",
  book_range_strategy: "include",
});

const LONGEST_REFERENCE = 80;

/** Cached: the same few are read all day. */
const known = new LRUCache<string, readonly VerseRange[]>({ max: 200, memoMethod: readReference });

/** The ranges of verses that a reference names, in the numbering of our own text. */
export function rangesOf(reference: string): readonly VerseRange[] {
  return reference.length > LONGEST_REFERENCE ? [] : known.memo(reference);
}

function readReference(reference: string): readonly VerseRange[] {
  // References of ours list whole chapters with a comma: "Psalm 1,2".
  const line = /^\d?\D+\d+(,\d+)+$/.test(reference) ? reference : englishNotation(reference);
  return rangesIn((strict.parse(line) as typeof strict).osis());
}

export type ReferenceResult = {
  ranges: VerseRange[];
  /** The part that is not understood: "2 Gnesis" of "John 3 and 2 Gnesis". */
  left: string;
};

/** The ranges that a line names, in the numbering of our own text, and what is left over. */
export const parseReference = (words: string): ReferenceResult => readWith(strict, words);

/**
 * Reads what someone typed: "Jn 15:4f", "1 Cor 13,4-7", "Ps 23". Verses and chapters that no book has are kept; to
 * the end of a chapter is verse `CHAPTER_END`.
 */
export const parseTypedReference = (words: string): ReferenceResult => readWith(lenient, words);

/** As the parser writes the end of a chapter without asking how many verses it has. */
export const CHAPTER_END = 999;

function readWith(parser: typeof strict, words: string): ReferenceResult {
  if (words.length > LONGEST_REFERENCE) return { ranges: [], left: words };
  const line = englishNotation(words);
  const found = (parser.parse(line) as typeof parser).osis_and_indices();
  const left = found.reduceRight(
    (rest, { indices: [from, to] }) => rest.slice(0, from) + rest.slice(to),
    line,
  );
  return { ranges: found.flatMap(({ osis }) => rangesIn(osis)), left };
}

/** Whether a line names a verse or chapter that does not exist, beside others that do. */
export function hasMissingVerse(words: string): boolean {
  const [named, existing] = [parseTypedReference(words).ranges, parseReference(words).ranges];
  const count = (ranges: VerseRange[]) => ranges.length;
  return (
    count(named) !== count(existing) ||
    named.some(({ to }, at) => to.verse !== CHAPTER_END && to.verse !== existing[at]?.to.verse)
  );
}

/**
 * A reference as English writes it. Continental notation has a comma between chapter and verse and a point between
 * verses: "Ps 89,37.40" is "Ps 89:37,40". "4f" is "4-5" in both.
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

/** Books that the parser knows by another name. */
const OTHER_NAMES: Record<string, string> = { Ps151: "AddPs", GkEsth: "EsthGr", SgThree: "PrAzar" };

/** "Ps.46.10" or "John.15.4-John.15.5,John.16.1". */
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
