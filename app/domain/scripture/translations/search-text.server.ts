import { countWords, firstWords, wordsIn } from "~/i18n/words";
import { numbersOf, partOf, type OpenText } from "./open-text.server";

/** How much of what is typed counts. */
const LONGEST_QUERY = 200;
/** Characters side by side of a script without spaces count as one. */
const MOST_WORDS = 12;

/**
 * What is searched for: words in quotation marks, and what belongs together without them ("shepherd’s"), as phrases, in
 * which one word follows the other.
 */
export function phrasesIn(query: string): string[][] {
  const text = query.slice(0, LONGEST_QUERY).toWellFormed();
  const phrases: string[][] = [];
  let left = MOST_WORDS;
  for (const [, quoted, alone] of text.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|([^\s"“”„«»]+)/gu)) {
    const words = firstWords(wordsIn(quoted ?? alone ?? ""), left);
    left -= countWords(words);
    if (words.length > 0) phrases.push(words);
  }
  return phrases;
}

/** The verses, counted through the whole text, that have all phrases; rising. */
export function versesWith(text: OpenText, phrases: readonly string[][]): number[] {
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
