import { LANGUAGE, t } from "~/i18n/t";

/**
 * A document to print: "book" with title page, contents and index; "sheets" without; "booklet" with a title page, its pages
 * in reading order or, with `fold`, imposed for folding.
 */
export type PrintTask = {
  kind: "book" | "epub" | "sheets" | "booklet";
  cover: BookCover;
  paper: PaperSize;
  fold?: boolean;
  /** Smaller type, for sheets with lines to write on. */
  small?: boolean;
  /** Large print. */
  size?: PrintSize;
  /** Font and spacing of the member who prints. */
  look: { letters: "default" | "hyperlegible"; spacing: "default" | "wide" };
  /** BCP 47 tag, by default English. Only English is hyphenated. */
  language?: string;
  /** UUID of an EPUB. */
  id: string;
  at: Date;
};

/** "too_costly": the worker exceeded its time or memory. */
export type PrintRefusal = "too_long" | "too_costly";

/** Reply of the worker: it needs the next parts, delivers bytes of the file, refuses, or has finished. */
export type PrintReply = { want: true } | { bytes: Uint8Array } | { refused: PrintRefusal } | { done: true };

/** A batch of parts for the worker; null after the last. */
export type PrintedParts = BookPart[] | null;

export class PrintError extends Error {
  constructor(readonly code: PrintRefusal) {
    super(code);
    this.name = "PrintError";
  }
}

export type Emphasis = "em" | "strong";
export type WordSpan = { text: string; as?: Emphasis };
/** Text of a paragraph; line breaks are kept. */
export type Words = string | readonly WordSpan[];

/**
 * Paragraph styles. `entry` names an entry, `laterEntry` a further one of the same day; `more` follows a paragraph of the same
 * kind.
 */
export type BlockStyle =
  | "chapter"
  | "month"
  | "span"
  | "date"
  | "entry"
  | "laterEntry"
  | "kind"
  | "title"
  | "heading"
  | "verse"
  | "source"
  | "question"
  | "text"
  | "more"
  | "item"
  | "list"
  | "quote"
  | "rule"
  | "picture"
  | "note";

/** A JPEG; its size in pixels. */
type PrintedPicture = { bytes: Uint8Array; width: number; height: number };

export type Block = {
  style: BlockStyle;
  text: Words;
  /** Target of links from the contents and the index. */
  anchor?: string;
  /** Note in the outer margin. */
  margin?: string;
  /** Number or bullet of a list item. */
  mark?: string;
  /** Picture above the text; the text is its caption. */
  picture?: PrintedPicture;
  /** Number of empty lines below the text, to write on. */
  lines?: number;
};

/** A unit of a document: an entry, a chapter heading, notes. */
export type BookPart = {
  blocks: Block[];
  /** On sheets: the share of a page that the part fills, with lines to write on. */
  fills?: number;
  /** Passage of the entry, for the index; `place` sorts it in the order of the Bible. */
  passage?: { name: string; place: number };
};

/** Title page of a document. */
export type BookCover = {
  title: string;
  name: string;
  /** Formatted range of days. */
  span: string;
};

/** Whether a block names an entry, and so carries its anchor. */
export const isEntryName = ({ style }: Block): boolean => style === "entry" || style === "laterEntry";

export const plainWords = (words: Words): string =>
  typeof words === "string" ? words : words.map(({ text }) => text).join("");

/** Matches a letter or digit of a script that the PDF fonts lack (`app/platform/pdf/fonts.server.ts`). */
const NOT_PRINTED = /(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Zyyy}\p{sc=Zinh}])[\p{L}\p{N}]/u;

/** Script codes (ISO 15924). */
const SCRIPTS = (
  "Arab Armn Beng Cher Copt Deva Ethi Geor Gujr Guru Hang Hani Hira Kana Khmr Knda Laoo Mlym Mymr Orya Sinh " +
  "Syrc Taml Telu Thaa Thai Tibt"
)
  .split(" ")
  .map((code) => ({ code, letter: new RegExp(`(?=\\p{sc=${code}})[\\p{L}\\p{N}]`, "u") }));
const OTHER_SCRIPT = "Zzzz";

/** Codes of the scripts in a text that the PDF fonts lack. */
export function missingScripts(text: string): string[] {
  if (!NOT_PRINTED.test(text)) return [];
  const found = SCRIPTS.filter(({ letter }) => letter.test(text)).map(({ code }) => code);
  return found.length > 0 ? found : [OTHER_SCRIPT];
}

/** Names the scripts that the PDF fonts lack; undefined if there are none. */
export function describeMissingScripts(texts: readonly string[]): string | undefined {
  const missing = new Set(texts.flatMap(missingScripts));
  return missing.size > 0 ? describeScripts([...missing]) : undefined;
}

/** Formats "Arabic and Thai". */
export function describeScripts(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([LANGUAGE], { type: "script" });
  const named = codes.map((code) => (code === OTHER_SCRIPT ? t("other scripts") : (names.of(code) ?? code)));
  return new Intl.ListFormat([LANGUAGE]).format(named);
}

export const PAPERS = ["a5", "a4", "letter", "6x9"] as const;
export type PaperSize = (typeof PAPERS)[number];

const MM = 72 / 25.4;

/**
 * Page geometry in points. The inner margin is next to the spine. `text` is the type size; `lineHeight` and `wordSpacing`, the
 * width added to each space, are multiples of the type size. `ragged`: no line is justified.
 */
export type PageForm = {
  width: number;
  height: number;
  inner: number;
  outer: number;
  top: number;
  foot: number;
  text: number;
  lineHeight: number;
  wordSpacing: number;
  ragged: boolean;
};

type Sides = { inner: number; outer: number };

export const DEFAULT_LINE_HEIGHT = 1.42;

const form = (width: number, height: number, text: number, sides: Sides): PageForm => ({
  width,
  height,
  inner: width * sides.inner,
  outer: width * sides.outer,
  top: height * 0.115,
  foot: height * 0.13,
  text,
  lineHeight: DEFAULT_LINE_HEIGHT,
  wordSpacing: 0,
  ragged: false,
});

const SMALL_PAGE = { inner: 0.115, outer: 0.235 };
const LARGE_PAGE = { inner: 0.15, outer: 0.26 };

/** The outer margin has space for the name of the day, and keeps lines short enough to read. */
export const PAGE_FORMS: Record<PaperSize, PageForm> = {
  a5: form(148 * MM, 210 * MM, 10.5, SMALL_PAGE),
  a4: form(210 * MM, 297 * MM, 12, LARGE_PAGE),
  letter: form(612, 792, 12, LARGE_PAGE),
  "6x9": form(432, 648, 10.75, SMALL_PAGE),
};

/** A page of a folded booklet: half a sheet. */
export const bookletForm = (paper: PaperSize): PageForm =>
  paper === "letter" ? form(396, 612, 10.5, SMALL_PAGE) : form(148.5 * MM, 210 * MM, 10.5, SMALL_PAGE);

export const PRINT_SIZES = ["default", "large"] as const;
export type PrintSize = (typeof PRINT_SIZES)[number];

/** Enlarges the type to about 16 points on a small page and 18 on a large one. */
export const enlargeType = (page: PageForm): PageForm => ({ ...page, text: page.text * 1.5 });

/** Widens the space between lines and words, as on the screen. No line is justified: its wide spaces would be uneven. */
export const widenSpacing = (page: PageForm): PageForm => ({
  ...page,
  lineHeight: 1.8,
  wordSpacing: 0.16,
  ragged: true,
});

/** Centres the text, for pages without margin notes. */
export function equalizeMargins(page: PageForm): PageForm {
  const side = (page.inner + page.outer) * 0.42;
  return { ...page, inner: side, outer: side };
}

/** Reduces the type and the side margins, to save sheets. */
export const reduceType = (page: PageForm): PageForm => ({
  ...page,
  text: page.text * 0.8,
  inner: page.width * 0.125,
  outer: page.width * 0.125,
});

export const PAPER_NAMES: Record<PaperSize, string> = {
  a5: t("A5"),
  a4: t("A4"),
  letter: t("Letter"),
  "6x9": t("6 × 9 inches"),
};
