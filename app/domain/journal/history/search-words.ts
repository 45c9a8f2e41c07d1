import { fold, IN_WORD, isSign, WORD } from "~/i18n/words";
import type { Search, Term } from "./search-query";

const IS_IN_WORD = new RegExp(`^${IN_WORD}`, "u");

/** Whether a folded text has what is looked for. */
function hasTerm(folded: string, { words, begins }: Term): boolean {
  if (!words.every((word) => folded.includes(word))) return false;
  const [only = ""] = words;
  return words.length === 1 ? hasWord(folded, only, begins) : hasPhrase(folded, { words, begins });
}

function hasWord(folded: string, word: string, begins: boolean): boolean {
  if (isSign(word)) return true;
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
    if (!runsOn(folded, at, -1) && (begins || !runsOn(folded, at + word.length, 0))) return true;
  return false;
}

function hasPhrase(folded: string, term: Term): boolean {
  const ends = phraseEnds(folded.matchAll(WORD), ([word]) => word, term);
  return !ends.next().done;
}

/**
 * The position of each phrase's last word, phrases apart from one another. Knuth, Morris and Pratt's search over words: no
 * text makes it slow, however it repeats itself.
 */
export function* phraseEnds<T>(
  written: Iterable<T>,
  wordOf: (one: T) => string,
  { words, begins }: Term,
): Generator<number> {
  const borders = bordersOf(words);
  const last = words.length - 1;
  let [at, matched] = [0, 0];
  for (const one of written) {
    const word = wordOf(one);
    const goesOn = () => isWord(word, words[matched] ?? "", begins && matched === last);
    while (matched > 0 && !goesOn()) matched = borders[matched] ?? 0;
    if (goesOn()) matched++;
    if (matched === words.length) {
      yield at;
      matched = 0;
    }
    at++;
  }
}

/** For each number of words matched, how many of the first ones the last of them are as well. */
function bordersOf(words: readonly string[]): number[] {
  const borders = [0, 0];
  for (let at = 1, border = 0; at < words.length - 1; at++) {
    while (border > 0 && words[at] !== words[border]) border = borders[border] ?? 0;
    if (words[at] === words[border]) border++;
    borders.push(border);
  }
  return borders;
}

const isWord = (written: string, word: string, begins: boolean) =>
  written === word || (begins && written.startsWith(word));

/** Whether the character at, or just before, a place is of a word of several. */
function runsOn(text: string, at: number, shift: -1 | 0): boolean {
  if (shift === 0) return at < text.length && IS_IN_WORD.test(text.slice(at, at + 2));
  if (at === 0) return false;
  const low = text.charCodeAt(at - 1);
  return IS_IN_WORD.test(text.slice(at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1), at));
}

/** What of a search the texts so far have not decided. */
export type Open = { missing: readonly Term[]; without: readonly Term[]; isRefused: boolean };

/** Reads one more text: what it has is no longer missing, and what must not be there refuses. */
export function readOn(text: string, { missing, without, isRefused }: Open): Open {
  const folded = fold(text);
  return {
    missing: missing.filter((term) => !hasTerm(folded, term)),
    without,
    isRefused: isRefused || without.some((term) => hasTerm(folded, term)),
  };
}

/** Whether one text, such as the name of an intention with its line, is what a search finds. */
export function isFound(text: string, { terms, without }: Search): boolean {
  const { missing, isRefused } = readOn(text, { missing: terms, without, isRefused: false });
  return missing.length === 0 && !isRefused;
}
