import { textsOf, type EntryContent } from "~/domain/journal/entries/content";
import { fold, ONE_SIGN, WORD, wordsIn } from "~/i18n/words";

const SIGN = new RegExp(`^[${ONE_SIGN}]`, "u");
const IN_A_RUN = new RegExp(String.raw`^(?![${ONE_SIGN}])[\p{L}\p{M}\p{N}]`, "u");

/** How much of the search field counts. */
const LONGEST_QUERY = 200;
const MOST_WORDS = 12;

/** The different words that are searched for, the longest (and so the rarest) first. */
export function searchWords(query: string): string[] {
  const words = new Set(wordsIn(query.slice(0, LONGEST_QUERY).toWellFormed()));
  return [...words].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

/** Whether a folded text has a folded word as a whole word. */
function hasWord(folded: string, word: string): boolean {
  const alone = SIGN.test(word);
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    if (alone || (!runsOn(folded, at, -1) && !runsOn(folded, at + word.length, 0))) return true;
  }
  return false;
}

/** Whether the sign at, or just before, a place belongs to a run of letters. */
function runsOn(text: string, at: number, shift: -1 | 0): boolean {
  if (shift === 0) return at < text.length && IN_A_RUN.test(text.slice(at, at + 2));
  if (at === 0) return false;
  const low = text.charCodeAt(at - 1);
  return IN_A_RUN.test(text.slice(at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1), at));
}

/** Those of the words (of `searchWords`) that a text does not have. */
export function missingIn(text: string, words: readonly string[]): string[] {
  const folded = fold(text);
  return words.filter((word) => !hasWord(folded, word));
}

/** A piece of a line; `hit` where it is one of the words. */
export type MarkedPiece = { text: string; hit: boolean };

const READ_FOR_BEST = 100_000;
const BEFORE = 60;
const LINE = 180;

function* linesOf(content: EntryContent): Generator<string> {
  for (const text of textsOf(content)) yield* text.normalize("NFC").split(/[\r\n\u2028\u2029]+/);
}

/** The line that has most of the words, cut around the first of them. */
export function lineWith(content: EntryContent, words: readonly string[]): MarkedPiece[] {
  let best: { line: string; hits: { at: number; end: number }[]; count: number } | undefined;
  let read = 0;
  for (const line of linesOf(content)) {
    // Good enough: the best line there is, or the best of a long text's beginning.
    if (best && (best.count === words.length || read > READ_FOR_BEST)) break;
    read += line.length;
    const folded = fold(line);
    if (!words.some((word) => folded.includes(word))) continue;
    const found = [...line.matchAll(WORD)]
      .map(({ 0: word, index }) => ({ word: fold(word), at: index, end: index + word.length }))
      .filter(({ word }) => words.includes(word));
    const count = new Set(found.map(({ word }) => word)).size;
    if (count > (best?.count ?? 0)) best = { line, hits: found, count };
  }
  if (!best) return [];
  return piecesOf(best.line, best.hits);
}

function piecesOf(line: string, hits: readonly { at: number; end: number }[]): MarkedPiece[] {
  const first = hits[0]?.at ?? 0;
  const start = first <= BEFORE ? 0 : Math.max(line.indexOf(" ", first - BEFORE) + 1, first - BEFORE);
  const end = line.length - start <= LINE ? line.length : Math.max(start + LINE, hits[0]?.end ?? 0);
  const pieces: MarkedPiece[] = [{ text: start > 0 ? "…" : "", hit: false }];
  let at = start;
  for (const hit of hits.filter((candidate) => candidate.end <= end)) {
    pieces.push(
      { text: line.slice(at, hit.at), hit: false },
      { text: line.slice(hit.at, hit.end), hit: true },
    );
    at = hit.end;
  }
  pieces.push({ text: line.slice(at, end) + (end < line.length ? "…" : ""), hit: false });
  return pieces
    .map(({ text, hit }) => ({ text: text.toWellFormed(), hit }))
    .filter(({ text }) => text !== "");
}
