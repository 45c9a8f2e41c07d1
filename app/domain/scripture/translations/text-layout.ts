import type { About } from "./text-source";

/**
 * How a translation lies in its one file, made once and read by place:
 *
 *     mark · length of the head · head (JSON) · chapters · chapterAt · starts · words · wordAt · hits · hitAt
 *
 * `chapters` is the text: the verses of a chapter from 0 on, with END between them and NONE for one that is not there.
 * `chapterAt` says where each chapter begins. Words are counted through the whole text, with one number left out after
 * each verse; `starts` has the number of each verse's first word. `words` are all different words in the order of their
 * bytes, `wordAt` where each begins, and `hits` the numbers of each word, as differences. Numbers are of 32 bits, little end first.
 */
export const MARK = "Still and Know text 1\n";
export const END = "\0";
export const NONE = "\u0001";

const PARTS = ["chapters", "chapterAt", "starts", "words", "wordAt", "hits", "hitAt"] as const;
export type TextPart = (typeof PARTS)[number];
export const partsInOrder: readonly TextPart[] = PARTS;

export type Head = {
  about: About;
  /** The books in their order, with the last verse of each chapter from 1 on; 0 where there is no such chapter. */
  books: { osis: string; last: number[] }[];
  verses: number;
  words: number;
  /** Where each part begins after the head, and how long it is. */
  parts: Record<TextPart, [at: number, length: number]>;
};
