import { ALL_BOOKS, type BibleBook } from "~/content/bible/all-books";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

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
    ? paths.bibleBook(book.slug, { verse, translation })
    : paths.bibleChapter(book.slug, chapter, { verse, translation });
}

/** The books of the Bible by their kind, under the names that references use. */
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

const byBook = new Map(
  GENRES.flatMap(([genre, books]) =>
    books.split(" ").map((book) => [book.replaceAll("_", " "), genre] as const),
  ),
);

/** The book that a reference names: "1 John 4:7-12" is of "1 John". */
export function bookOf(reference: string): string {
  return /^(?:[123] )?[A-Za-z ]+?(?= \d|$)/.exec(reference)?.[0] ?? reference;
}

/** What kind of book it is; "Other" for a name we do not know. */
export function genreOf(book: string): string {
  return byBook.get(book === "Psalms" ? "Psalm" : book) ?? t("Other");
}
