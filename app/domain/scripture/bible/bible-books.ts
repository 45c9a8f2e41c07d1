import { ALL_BOOKS, type BibleBook } from "~/content/bible/all-books";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const byOsis = new Map(ALL_BOOKS.map((book) => [book.osis, book]));
const bySlug = new Map(ALL_BOOKS.map((book) => [book.slug, book]));

/**
 * OSIS names of the 66 books that every translation has.
 * @internal Exported for tests.
 */
export const BOOKS: readonly string[] = ALL_BOOKS.flatMap(({ osis, testament }) =>
  testament === "deuterocanon" ? [] : [osis],
);

export const bookByOsis = (osis: string): BibleBook | undefined => byOsis.get(osis);
export const bookBySlug = (slug: string): BibleBook | undefined => bySlug.get(slug);

export const BOOKS_BY_TESTAMENT = ["old", "deuterocanon", "new"] as const;

/** The name of a book in stored references: "Psalm 23", "Song of Solomon 2:10". */
export const nameInReference = ({ osis, name }: BibleBook): string =>
  osis === "Ps" ? "Psalm" : osis === "Song" ? "Song of Solomon" : name;

/** Formats "Psalm 23" or "John 15". */
export const chapterName = ({ osis, name }: BibleBook, chapter: number): string =>
  `${osis === "Ps" ? "Psalm" : name} ${chapter}`;

export type VerseSpan = { from: number; to: number };

/** Formats verses of one chapter: "4-5,9". */
export const formatSpans = (spans: readonly VerseSpan[]): string =>
  spans.map(({ from, to }) => (to > from ? `${from}-${to}` : `${from}`)).join(",");

/** Path of a book's or chapter's page, with verses marked. */
export function biblePath(
  book: BibleBook,
  chapter?: number,
  verses: readonly VerseSpan[] = [],
  translation?: string,
): string {
  const verse = formatSpans(verses) || undefined;
  return chapter === undefined
    ? paths.bibleBook(book.slug, { verse, translation })
    : paths.bibleChapter(book.slug, chapter, { verse, translation });
}

/** Book names by genre, in the spelling of references. */
const GENRES: readonly (readonly [genre: string, books: string])[] = [
  [t("Law"), "Genesis Exodus Leviticus Numbers Deuteronomy"],
  [
    t("History"),
    "Joshua Judges Ruth 1_Samuel 2_Samuel 1_Kings 2_Kings 1_Chronicles 2_Chronicles Ezra Nehemiah Esther",
  ],
  [t("Psalms and wisdom"), "Job Psalm Proverbs Ecclesiastes Song_of_Songs Song_of_Solomon"],
  [
    t("Prophets"),
    "Isaiah Jeremiah Lamentations Ezekiel Daniel Hosea Joel Amos Obadiah Jonah Micah Nahum Habakkuk Zephaniah Haggai Zechariah Malachi",
  ],
  [t("Gospels"), "Matthew Mark Luke John"],
  [t("Acts"), "Acts"],
  [
    t("Letters"),
    "Romans 1_Corinthians 2_Corinthians Galatians Ephesians Philippians Colossians 1_Thessalonians 2_Thessalonians 1_Timothy 2_Timothy Titus Philemon Hebrews James 1_Peter 2_Peter 1_John 2_John 3_John Jude",
  ],
  [t("Revelation"), "Revelation"],
];

const genreByBook = new Map(
  GENRES.flatMap(([genre, books]) =>
    books.split(" ").map((book) => [book.replaceAll("_", " "), genre] as const),
  ),
);

/** The book of a reference: "1 John" of "1 John 4:7-12". */
export function bookOf(reference: string): string {
  return /^(?:[123] )?[A-Za-z ]+?(?= \d|$)/.exec(reference)?.[0] ?? reference;
}

/** The genre of a book; "Other" for an unknown name. */
export function genreOf(book: string): string {
  return genreByBook.get(book === "Psalms" ? "Psalm" : book) ?? t("Other");
}

/** Number of verses per chapter of a book, from chapter 1 on; undefined if a translation lacks the book. */
export type VerseCounts = (book: string) => readonly number[] | undefined;
type VersePlace = { chapter: number; verse: number };

/**
 * Maps a verse of the default translation (`ours`) to the versification of another one (`theirs`): Greek and Latin numbering
 * of the psalms, psalm titles counted as verses, shifted chapter boundaries. Compares only the verse counts of both.
 */
export function mapToTranslation(
  theirs: VerseCounts,
  ours: VerseCounts,
  book: string,
  place: VersePlace,
): VersePlace {
  const [own, other] = [ours(book), theirs(book)];
  if (!own || !other) return place;
  if (book === "Ps") return mapPsalm(own, other, place);
  if (book === "Dan" && other[2] === 100) return mapDaniel(place);
  return mapByCounts(own, other, place);
}

/** The inverse of `mapToTranslation`. A verse that the default translation lacks keeps its number. */
export function mapFromTranslation(
  theirs: VerseCounts,
  ours: VerseCounts,
  book: string,
  place: VersePlace,
): VersePlace {
  const own = ours(book);
  if (!own) return place;
  for (const shift of [0, 1, -1, 2, -2]) {
    const chapter = place.chapter + shift;
    for (let verse = 1; verse <= (own[chapter - 1] ?? 0); verse++) {
      const found = mapToTranslation(theirs, ours, book, { chapter, verse });
      if (found.chapter === place.chapter && found.verse === place.verse) return { chapter, verse };
    }
  }
  return place;
}

const sum = (counts: readonly number[], from: number, to: number) =>
  counts.slice(from, to).reduce((all, count) => all + count, 0);

/** Pairs of window sizes, smallest first. */
const WINDOWS = [1, 2, 3, 4]
  .flatMap((a) => [1, 2, 3, 4].map((b) => [a, b] as const))
  .sort((x, y) => x[0] + x[1] - y[0] - y[1]);

/** Aligns the smallest groups of chapters that have the same number of verses in both versifications. */
function mapByCounts(
  own: readonly number[],
  other: readonly number[],
  { chapter, verse }: VersePlace,
): VersePlace {
  let [at, their] = [0, 0];
  while (at < own.length) {
    const [mine, others] = WINDOWS.find(
      ([a, b]) =>
        at + a <= own.length &&
        their + b <= other.length &&
        sum(own, at, at + a) === sum(other, their, their + b),
    ) ?? [1, 1];
    if (chapter <= at + mine) {
      if (mine === 1 && others === 1) return { chapter: chapter - at + their, verse };
      let left = sum(own, at, chapter - 1) + verse;
      let found = their;
      while (found < their + others - 1 && left > (other[found] ?? 0)) left -= other[found++] ?? 0;
      return { chapter: found + 1, verse: left };
    }
    at += mine;
    their += others;
  }
  return { chapter, verse };
}

/** Psalms that have no title, so that no versification can count one as a verse. */
const UNTITLED = new Set(
  "1 2 10 33 43 71 91 93 94 95 96 97 99 104 105 106 107 111 112 113 114 115 116 117 118 119 135 136 137 146 147 148 149 150"
    .split(" ")
    .map(Number),
);

/** Maps a verse to the Greek Daniel, whose chapter 3 is longer by the prayer of Azariah. */
function mapDaniel({ chapter, verse }: VersePlace): VersePlace {
  if (chapter === 3 && verse >= 24) return { chapter: 3, verse: verse + 67 };
  if (chapter === 4) return verse <= 3 ? { chapter: 3, verse: verse + 97 } : { chapter: 4, verse: verse - 3 };
  return { chapter, verse };
}

function mapPsalm(
  own: readonly number[],
  other: readonly number[],
  { chapter, verse }: VersePlace,
): VersePlace {
  const count = (psalm: number) => other[psalm - 1] ?? 0;
  const isGreek = count(9) >= 38;
  const hasTitles = count(3) === (own[2] ?? 0) + 1;
  if (!isGreek || chapter <= 8 || chapter >= 148) return { chapter, verse: shiftForTitle(chapter, chapter) };
  const after = (psalm: number, first: number) => ({ chapter: psalm, verse: count(psalm) - first + verse });
  if (chapter === 9) return { chapter: 9, verse: verse + count(9) - 38 };
  if (chapter === 10) return after(9, 18);
  if (chapter === 114) return { chapter: 113, verse };
  if (chapter === 115) return after(113, 18);
  // Psalm 116 is two psalms in the Greek numbering. Some translations continue the verse numbers in the second one.
  if (chapter === 116)
    return verse < 10
      ? { chapter: 114, verse }
      : { chapter: 115, verse: count(115) >= 19 ? verse : verse - 9 };
  if (chapter === 147)
    return verse < 12
      ? { chapter: 146, verse }
      : { chapter: 147, verse: count(147) >= 20 ? verse : verse - 11 };
  return { chapter: chapter - 1, verse: shiftForTitle(chapter, chapter - 1) };

  /** Shifts a verse by one or two when the psalm title counts as verses. Psalm 13 then joins its last two verses. */
  function shiftForTitle(psalm: number, theirs: number): number {
    if (psalm === 13 && hasTitles) return Math.min(verse + 1, count(theirs));
    if (UNTITLED.has(psalm)) return verse;
    const more = count(theirs) - (own[psalm - 1] ?? 0);
    return more === 1 || more === 2 ? verse + more : verse;
  }
}
