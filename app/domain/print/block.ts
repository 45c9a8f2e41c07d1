import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";

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
export function missingInWords(texts: readonly string[]): string | undefined {
  const missing = new Set(texts.flatMap(missingScripts));
  return missing.size > 0 ? describeScripts([...missing]) : undefined;
}

/** "Arabic and Thai" */
export function describeScripts(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([LANGUAGE], { type: "script" });
  const named = codes.map((code) => (code === OTHER ? t("other scripts") : (names.of(code) ?? code)));
  return new Intl.ListFormat([LANGUAGE]).format(named);
}
