import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { countWords, firstWords, tokenize } from "~/i18n/tokenizer";
import {
  FORMAT_MAGIC,
  MISSING_VERSE,
  VERSE_SEPARATOR,
  type Chapter,
  type TextHead,
  type TextSection,
} from "./text-format.server";

/** An open text file: offsets are in memory, the text is read on demand. */
export type OpenText = {
  file: number;
  head: TextHead;
  /** Offset of the first section. */
  body: number;
  /** Number of the first chapter of each book, counted through the whole text. */
  firstChapter: ReadonlyMap<string, number>;
  chapterAt: Uint32Array;
  /** Number of the first verse of each chapter, counted through the whole text; the last item is the total. */
  firstVerse: Uint32Array;
};

const MAX_HEAD_BYTES = 4_000_000;

/** @throws if the file is missing, truncated, or of another format */
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
  const start = bytesAt(file, 0, FORMAT_MAGIC.length + 4);
  const length = start.readUInt32LE(FORMAT_MAGIC.length);
  if (start.toString("latin1", 0, FORMAT_MAGIC.length) !== FORMAT_MAGIC || length > MAX_HEAD_BYTES)
    throw new Error("The file is not a text of Still and Know.");
  const head = JSON.parse(bytesAt(file, start.length, length).toString("utf8")) as TextHead;
  const body = start.length + length;
  const [endAt, endLength] = head.parts.hitAt;
  if (fstatSync(file).size !== body + endAt + endLength) throw new Error("The text file is truncated.");
  const firstChapter = new Map<string, number>();
  const firstVerse = [0];
  for (const { osis, last } of head.books) {
    firstChapter.set(osis, firstVerse.length - 1);
    for (const verses of last) firstVerse.push((firstVerse.at(-1) ?? 0) + verses);
  }
  const text = { file, head, body, firstChapter, firstVerse: Uint32Array.from(firstVerse) };
  return { ...text, chapterAt: decodeNumbers(readSection(text, "chapterAt")) };
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, at + read);
    if (more === 0) throw new Error("The text file is truncated.");
    read += more;
  }
  return bytes;
}

/** Reads a section of the file, or a range of its bytes. */
function readSection(
  { file, head, body }: Pick<OpenText, "file" | "head" | "body">,
  section: TextSection,
  from = 0,
  to = head.parts[section][1],
): Buffer {
  return bytesAt(file, body + head.parts[section][0] + from, to - from);
}

function decodeNumbers(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < numbers.length; at++) numbers[at] = bytes.readUInt32LE(at * 4);
  return numbers;
}

/** More chapters than a page or a search needs; about 4 KB each. */
const chapterCache = new LRUCache<string, Chapter>({ max: 64 });
let lastTextId = 0;
const textIds = new WeakMap<OpenText, number>();

/** Distinguishes texts in the cache key: a file descriptor can be reused. */
function idOfText(text: OpenText): number {
  const id = textIds.get(text) ?? (lastTextId += 1);
  textIds.set(text, id);
  return id;
}

/** Reads a chapter by its number in the whole text. */
export function chapterAt(text: OpenText, index: number): Chapter {
  const key = `${idOfText(text)}|${index}`;
  const known = chapterCache.get(key);
  if (known) return known;
  const [from = 0, to = 0] = text.chapterAt.subarray(index, index + 2);
  const bytes = readSection(text, "chapters", from, to);
  const chapter =
    bytes.length === 0
      ? []
      : bytes
          .toString("utf8")
          .split(VERSE_SEPARATOR)
          .map((verse) => (verse === MISSING_VERSE ? undefined : verse));
  chapterCache.set(key, chapter);
  return chapter;
}

/** Number of verses per chapter of a book, from chapter 1 on; undefined if the text lacks the book. */
export function lastVersesOf(text: OpenText, osis: string): readonly number[] | undefined {
  return text.firstChapter.has(osis) ? text.head.books.find((book) => book.osis === osis)?.last : undefined;
}

/** Reads a chapter of a book; empty if the text lacks it. */
export function chapterOf(text: OpenText, osis: string, chapter: number): Chapter {
  const first = text.firstChapter.get(osis);
  const last = lastVersesOf(text, osis)?.[chapter - 1];
  return first === undefined || !last ? [] : chapterAt(text, first + chapter - 1);
}

const MAX_QUERY_LENGTH = 200;
/** In scripts without spaces, adjacent characters count as one word. */
const MAX_QUERY_WORDS = 12;

/** Splits a query into phrases of consecutive words: quoted text, and single terms ("shepherd’s" has two words). */
export function parsePhrases(query: string): string[][] {
  const text = query.slice(0, MAX_QUERY_LENGTH).toWellFormed();
  const phrases: string[][] = [];
  let remaining = MAX_QUERY_WORDS;
  for (const [, quoted, alone] of text.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu)) {
    const words = firstWords(tokenize(quoted ?? alone ?? ""), remaining);
    remaining -= countWords(words);
    if (words.length > 0) phrases.push(words);
  }
  return phrases;
}

/** Finds the verses with all phrases. Returns verse numbers in the whole text, ascending. */
export function findVerses(text: OpenText, phrases: readonly string[][]): number[] {
  if (phrases.length === 0) return [];
  const starts = decodeNumbers(readSection(text, "starts"));
  const known = new Map<string, Uint32Array>();
  const positionsOf = (word: string) => {
    const positions = known.get(word) ?? findWord(text, word);
    known.set(word, positions);
    return positions;
  };
  let found: number[] | undefined;
  for (const phrase of phrases) {
    const verses = versesOf(phrasePositions(phrase.map(positionsOf)), starts);
    found = found === undefined ? verses : intersect(found, verses);
    if (found.length === 0) return [];
  }
  return found ?? [];
}

/** Positions of a phrase's first word where the other words follow. */
function phrasePositions([first = new Uint32Array(), ...others]: Uint32Array[]): Uint32Array {
  let positions = first;
  for (const [shift, other] of others.entries()) {
    let at = 0;
    positions = positions.filter((position) => {
      while (at < other.length && (other[at] ?? 0) < position + shift + 1) at++;
      return other[at] === position + shift + 1;
    });
  }
  return positions;
}

function versesOf(positions: Uint32Array, starts: Uint32Array): number[] {
  const verses: number[] = [];
  let verse = 0;
  for (const position of positions) {
    while ((starts[verse + 1] ?? Infinity) <= position) verse++;
    if (verses.at(-1) !== verse) verses.push(verse);
  }
  return verses;
}

function intersect(a: readonly number[], b: readonly number[]): number[] {
  let at = 0;
  return a.filter((verse) => {
    while (at < b.length && (b[at] ?? 0) < verse) at++;
    return b[at] === verse;
  });
}

/** Finds the positions of a word by binary search in the file. */
function findWord(text: OpenText, word: string): Uint32Array {
  const needle = Buffer.from(word);
  let [low, high] = [0, text.head.words - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from = 0, to = 0] = decodeNumbers(readSection(text, "wordAt", middle * 4, middle * 4 + 8));
    const order = needle.compare(readSection(text, "words", from, to));
    if (order === 0) {
      const [start = 0, end = 0] = decodeNumbers(readSection(text, "hitAt", middle * 4, middle * 4 + 8));
      return decodeDeltas(readSection(text, "hits", start, end));
    }
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return new Uint32Array();
}

/** Decodes ascending numbers from LEB128 deltas. */
function decodeDeltas(bytes: Buffer): Uint32Array {
  const found = new Uint32Array(bytes.length);
  let [count, before, rest, shift] = [0, 0, 0, 0];
  for (const byte of bytes) {
    rest |= (byte & 127) << shift;
    shift += 7;
    if (byte & 128) continue;
    found[count++] = before += rest;
    rest = shift = 0;
  }
  return found.subarray(0, count);
}
