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

/** A translation whose file is open: only where things are is in memory, never the text. */
export type OpenText = {
  file: number;
  head: TextHead;
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
  const start = bytesAt(file, 0, FORMAT_MAGIC.length + 4);
  const length = start.readUInt32LE(FORMAT_MAGIC.length);
  if (start.toString("latin1", 0, FORMAT_MAGIC.length) !== FORMAT_MAGIC || length > LONGEST_HEAD)
    throw new Error("This is no text of Still and Know.");
  const head = JSON.parse(bytesAt(file, start.length, length).toString("utf8")) as TextHead;
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
function partOf(
  { file, head, body }: Pick<OpenText, "file" | "head" | "body">,
  part: TextSection,
  from = 0,
  to = head.parts[part][1],
): Buffer {
  return bytesAt(file, body + head.parts[part][0] + from, to - from);
}

function numbersOf(bytes: Buffer): Uint32Array {
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
          .split(VERSE_SEPARATOR)
          .map((verse) => (verse === MISSING_VERSE ? undefined : verse));
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

/** How much of what is typed counts. */
const LONGEST_QUERY = 200;
/** Characters side by side of a script without spaces count as one. */
const MOST_WORDS = 12;

/**
 * What is searched for: words in quotation marks, and what belongs together without them ("shepherd’s"), as phrases, in
 * which one word follows the other.
 */
export function parsePhrases(query: string): string[][] {
  const text = query.slice(0, LONGEST_QUERY).toWellFormed();
  const phrases: string[][] = [];
  let left = MOST_WORDS;
  for (const [, quoted, alone] of text.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu)) {
    const words = firstWords(tokenize(quoted ?? alone ?? ""), left);
    left -= countWords(words);
    if (words.length > 0) phrases.push(words);
  }
  return phrases;
}

/** The verses, counted through the whole text, that have all phrases; rising. */
export function findVerses(text: OpenText, phrases: readonly string[][]): number[] {
  if (phrases.length === 0) return [];
  const starts = numbersOf(partOf(text, "starts"));
  const known = new Map<string, Uint32Array>();
  const cursorsOf = (word: string) => {
    const places = known.get(word) ?? placesOfWord(text, word);
    known.set(word, places);
    return places;
  };
  let found: number[] | undefined;
  for (const phrase of phrases) {
    const verses = versesOf(phrasePlaces(phrase.map(cursorsOf)), starts);
    found = found === undefined ? verses : inBoth(found, verses);
    if (found.length === 0) return [];
  }
  return found ?? [];
}

/** Where the first words of a phrase stand. */
function phrasePlaces([first = new Uint32Array(), ...others]: Uint32Array[]): Uint32Array {
  let places = first;
  for (const [shift, other] of others.entries()) {
    let at = 0;
    places = places.filter((place) => {
      while (at < other.length && (other[at] ?? 0) < place + shift + 1) at++;
      return other[at] === place + shift + 1;
    });
  }
  return places;
}

function versesOf(places: Uint32Array, starts: Uint32Array): number[] {
  const verses: number[] = [];
  let verse = 0;
  for (const place of places) {
    while ((starts[verse + 1] ?? Infinity) <= place) verse++;
    if (verses.at(-1) !== verse) verses.push(verse);
  }
  return verses;
}

function inBoth(a: readonly number[], b: readonly number[]): number[] {
  let at = 0;
  return a.filter((verse) => {
    while (at < b.length && (b[at] ?? 0) < verse) at++;
    return b[at] === verse;
  });
}

/** The numbers of a word, found by halving in the file: nothing of the list is in memory. */
function placesOfWord(text: OpenText, word: string): Uint32Array {
  const wanted = Buffer.from(word);
  let [low, high] = [0, text.head.words - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from = 0, to = 0] = numbersOf(partOf(text, "wordAt", middle * 4, middle * 4 + 8));
    const order = wanted.compare(partOf(text, "words", from, to));
    if (order === 0) {
      const [begin = 0, end = 0] = numbersOf(partOf(text, "hitAt", middle * 4, middle * 4 + 8));
      return sums(partOf(text, "hits", begin, end));
    }
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return new Uint32Array();
}

function sums(bytes: Buffer): Uint32Array {
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
