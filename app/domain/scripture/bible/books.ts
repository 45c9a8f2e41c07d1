import { t } from "~/i18n/t";

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
