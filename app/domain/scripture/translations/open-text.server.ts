import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { END, MARK, NONE, type Head, type TextPart } from "./text-layout";
import type { Chapter } from "./text-source";

/** A translation whose file is open: only where things are is in memory, never the text. */
export type OpenText = {
  file: number;
  head: Head;
  /** Where the parts begin in the file. */
  body: number;
  /** Of each book: its first chapter, counted through the whole text. */
  firstChapter: ReadonlyMap<string, number>;
  chapterAt: Uint32Array;
  /** Of each chapter: its first verse, counted through the whole text; and one more, the number of all verses. */
  firstVerse: Uint32Array;
};

const LONGEST_HEAD = 4_000_000;

/** @throws if the file is missing, or is not one of ours */
export function openText(path: string): OpenText {
  const file = openSync(path, "r");
  try {
    return readHead(file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

export function closeText({ file }: OpenText): void {
  closeSync(file);
}

function readHead(file: number): OpenText {
  const start = bytesAt(file, 0, MARK.length + 4);
  const length = start.readUInt32LE(MARK.length);
  if (start.toString("latin1", 0, MARK.length) !== MARK || length > LONGEST_HEAD)
    throw new Error("This is no text of Still and Know.");
  const head = JSON.parse(bytesAt(file, start.length, length).toString("utf8")) as Head;
  const body = start.length + length;
  const [endAt, endLength] = head.parts.hitAt;
  if (fstatSync(file).size !== body + endAt + endLength) throw new Error("This text is not whole.");
  const firstChapter = new Map<string, number>();
  const firstVerse = [0];
  for (const { osis, last } of head.books) {
    firstChapter.set(osis, firstVerse.length - 1);
    for (const verses of last) firstVerse.push((firstVerse.at(-1) ?? 0) + verses);
  }
  const text = { file, head, body, firstChapter, firstVerse: Uint32Array.from(firstVerse) };
  return { ...text, chapterAt: numbersOf(partOf(text, "chapterAt")) };
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, at + read);
    if (more === 0) throw new Error("This text is not whole.");
    read += more;
  }
  return bytes;
}

/** A part of the file, or some of its bytes. */
export function partOf(
  { file, head, body }: Pick<OpenText, "file" | "head" | "body">,
  part: TextPart,
  from = 0,
  to = head.parts[part][1],
): Buffer {
  return bytesAt(file, body + head.parts[part][0] + from, to - from);
}

export function numbersOf(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < numbers.length; at++) numbers[at] = bytes.readUInt32LE(at * 4);
  return numbers;
}

/** As many chapters as a page or a search looks at; about 4 KB each. */
const remembered = new LRUCache<string, Chapter>({ max: 64 });
let opened = 0;
const names = new WeakMap<OpenText, number>();

function nameOf(text: OpenText): number {
  const name = names.get(text) ?? (opened += 1);
  names.set(text, name);
  return name;
}

/** A chapter by its place in the whole text. */
export function chapterAt(text: OpenText, index: number): Chapter {
  const key = `${nameOf(text)}|${index}`;
  const known = remembered.get(key);
  if (known) return known;
  const [from = 0, to = 0] = text.chapterAt.subarray(index, index + 2);
  const bytes = partOf(text, "chapters", from, to);
  const chapter =
    bytes.length === 0
      ? []
      : bytes
          .toString("utf8")
          .split(END)
          .map((verse) => (verse === NONE ? undefined : verse));
  remembered.set(key, chapter);
  return chapter;
}

/** The last verse of each chapter of a book from 1 on; undefined where the text does not have the book. */
export function lastVersesOf(text: OpenText, osis: string): readonly number[] | undefined {
  return text.firstChapter.has(osis) ? text.head.books.find((book) => book.osis === osis)?.last : undefined;
}

/** A chapter of a book; empty where it is missing. */
export function chapterOf(text: OpenText, osis: string, chapter: number): Chapter {
  const first = text.firstChapter.get(osis);
  const last = lastVersesOf(text, osis)?.[chapter - 1];
  return first === undefined || !last ? [] : chapterAt(text, first + chapter - 1);
}
