/** What a translation says of itself. */
export type About = {
  name: string;
  /** A language tag, as HTML wants it. */
  language: string;
  direction: "ltr" | "rtl";
  /** One line: who allows it to be read here. */
  licence: string;
};

/** A translation as a page shows it. */
export type TranslationShown = { id: string } & Pick<About, "name" | "language" | "direction">;

/**
 * The verses of a chapter by their number, lines of poetry separated by "\n"; at 0 what stands above the first, such as
 * "A Psalm by David.". Undefined where there is no such verse, empty where the translation leaves it out.
 */
export type Chapter = (string | undefined)[];
/** The chapters of a book by their number. */
export type SourceBook = { osis: string; chapters: (Chapter | undefined)[] };
/** A whole translation, as it is read from what others hand out. */
export type TextSource = { about: About; books: SourceBook[] };

/** Spaces as a page needs them; the words stay as they are. */
export const evenSpaces = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
