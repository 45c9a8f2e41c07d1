import type { BookCover, BookPart } from "./block";
import type { PaperSize } from "./paper";

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
export type PrintAnswer = { want: true } | { bytes: Uint8Array } | { refused: PrintRefusal } | { done: true };

/** Some parts of what is printed; null after the last. */
export type PrintedParts = BookPart[] | null;

/** What is asked for is not printed. */
export class PrintError extends Error {
  constructor(readonly code: PrintRefusal) {
    super(code);
    this.name = "PrintError";
  }
}
