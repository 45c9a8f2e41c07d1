import type { Picture } from "~/domain/journal/pictures/picture";

/** Words as a page shows them: exactly as typed, or as HTML that the server has made of light Markdown and cleaned. */
export type Shown = string | { html: string };

/** An entry's words for reading. */
export type ShownContent = {
  answers: { key: string; question: string; text: Shown }[];
  body: Shown | null;
  /** The page with pictures in their places: "[picture 2]" on a line of its own is where the second stands. */
  placed?: (Shown | Picture)[];
  /** Its pictures that have no place in the text. */
  pictures?: Picture[];
  tags: string[];
  mood: string;
  /** Only the beginning of it is here: its own page has the rest. */
  goesOn?: boolean;
};
