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
