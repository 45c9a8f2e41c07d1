import { LANGUAGE, t } from "~/i18n/t";

/**
 * What is to be printed: a book with a title page, contents and an index; plain sheets; a booklet, a title page and what
 * follows it, in the order of its pages or folded.
 */
export type PrintTask = {
  kind: "book" | "epub" | "sheets" | "booklet";
  cover: BookCover;
  paper: PaperSize;
  fold?: boolean;
  /** Small type, for sheets that are written on. */
  small?: boolean;
  /** The language of what is printed, "de": only English words are parted. English where it is not said. */
  language?: string;
  /** Names an EPUB among all books. */
  id: string;
  at: Date;
};

/** Why something is not printed: longer than any book, or more work than one may be. */
export type PrintRefusal = "too_long" | "too_costly";

/** What the thread says: it wants more to print, here is a piece of the file, it refuses, or it is done. */
export type PrintReply = { want: true } | { bytes: Uint8Array } | { refused: PrintRefusal } | { done: true };

/** Some parts of what is printed; null after the last. */
export type PrintedParts = BookPart[] | null;

/** What is asked for is not printed. */
export class PrintError extends Error {
  constructor(readonly code: PrintRefusal) {
    super(code);
    this.name = "PrintError";
  }
}

/** Words that stand out within a paragraph. */
export type Emphasis = "em" | "strong";
export type WordSpan = { text: string; as?: Emphasis };
/** What a paragraph says; a line break in it stays one. */
export type Words = string | readonly WordSpan[];

/** The kinds of paragraphs that printed pages have. `more` is a paragraph after one of its own kind. */
export type BlockStyle =
  | "chapter"
  | "month"
  | "span"
  | "date"
  | "kind"
  | "title"
  | "heading"
  | "verse"
  | "source"
  | "question"
  | "text"
  | "more"
  | "item"
  | "quote"
  | "rule"
  | "picture"
  | "note";

/** A picture as JPEG, in pixels. */
type PrintedPicture = { bytes: Uint8Array; width: number; height: number };

export type Block = {
  style: BlockStyle;
  text: Words;
  /** What leads to it: from the contents and the index. */
  anchor?: string;
  /** What stands beside it in the margin. */
  margin?: string;
  /** The number or the dot of an item. */
  mark?: string;
  /** Stands above its words. */
  picture?: PrintedPicture;
  /** How many empty lines to write on follow it. */
  lines?: number;
};

/** A piece of a book in order: an entry, the opening of a chapter, notes. */
export type BookPart = {
  blocks: Block[];
  /** The passage that it was written with, for the index; its place is in the order of the Bible. */
  passage?: { name: string; place: number };
};

/** What is said of a book besides its pages. */
export type BookCover = {
  title: string;
  name: string;
  /** The days that it spans, in words. */
  span: string;
};

/** The words of a paragraph without what stands out in it. */
export const plainWords = (words: Words): string =>
  typeof words === "string" ? words : words.map(({ text }) => text).join("");

/** A letter or digit of a script that the typeface does not have (`app/platform/pdf/fonts.server.ts`). */
const NOT_PRINTED = /(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{N}]/u;

/** Scripts by their codes (ISO 15924). */
const NAMED = (
  "Arab Armn Beng Cher Copt Deva Ethi Geor Gujr Guru Hang Hani Hira Kana Khmr Knda Laoo Mlym Mymr Orya Sinh " +
  "Syrc Taml Telu Thaa Thai Tibt"
)
  .split(" ")
  .map((code) => ({ code, letter: new RegExp(`(?=\\p{sc=${code}})[\\p{L}\\p{N}]`, "u") }));
const OTHER = "Zzzz";

/** The scripts in a text that a PDF has no letters for, by their codes. */
export function missingScripts(text: string): string[] {
  if (!NOT_PRINTED.test(text)) return [];
  const found = NAMED.filter(({ letter }) => letter.test(text)).map(({ code }) => code);
  return found.length > 0 ? found : [OTHER];
}

/** The same in words, of several texts; undefined where nothing is missing. */
export function describeMissingScripts(texts: readonly string[]): string | undefined {
  const missing = new Set(texts.flatMap(missingScripts));
  return missing.size > 0 ? describeScripts([...missing]) : undefined;
}

/** "Arabic and Thai" */
export function describeScripts(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([LANGUAGE], { type: "script" });
  const named = codes.map((code) => (code === OTHER ? t("other scripts") : (names.of(code) ?? code)));
  return new Intl.ListFormat([LANGUAGE]).format(named);
}

export const PAPERS = ["a5", "a4", "letter", "6x9"] as const;
export type PaperSize = (typeof PAPERS)[number];

const MM = 72 / 25.4;

/** A page in points: its size, its margins (the inner one is by the spine), and the size of its text. */
export type PageForm = {
  width: number;
  height: number;
  inner: number;
  outer: number;
  top: number;
  foot: number;
  text: number;
};

type Sides = { inner: number; outer: number };

const form = (width: number, height: number, text: number, sides: Sides): PageForm => ({
  width,
  height,
  inner: width * sides.inner,
  outer: width * sides.outer,
  top: height * 0.115,
  foot: height * 0.13,
  text,
});

const SMALL = { inner: 0.115, outer: 0.235 };
const LARGE = { inner: 0.15, outer: 0.26 };

/** The outer margin has room for the day's name, and a line keeps a length that is easy to read. */
export const PAGE_FORMS: Record<PaperSize, PageForm> = {
  a5: form(148 * MM, 210 * MM, 10.5, SMALL),
  a4: form(210 * MM, 297 * MM, 12, LARGE),
  letter: form(612, 792, 12, LARGE),
  "6x9": form(432, 648, 10.75, SMALL),
};

/** The small page of a booklet: half of the sheet that it is printed on. */
export const bookletForm = (paper: PaperSize): PageForm =>
  paper === "letter" ? form(396, 612, 10.5, SMALL) : form(148.5 * MM, 210 * MM, 10.5, SMALL);

/** The same page for sheets that have nothing in the margin. */
export function equalizeMargins(page: PageForm): PageForm {
  const side = (page.inner + page.outer) * 0.42;
  return { ...page, inner: side, outer: side };
}

/** The same page for much on few sheets: small type on long lines. */
export const reduceType = (page: PageForm): PageForm => ({
  ...page,
  text: page.text * 0.78,
  inner: page.width * 0.125,
  outer: page.width * 0.125,
});

export const PAPER_NAMES: Record<PaperSize, string> = {
  a5: t("A5"),
  a4: t("A4"),
  letter: t("Letter"),
  "6x9": t("6 × 9 inches"),
};
