import { fold, ONE_SIGN, WORD } from "~/i18n/words";
import type { Search, Term } from "./search-query";

const SIGN = new RegExp(`^[${ONE_SIGN}]`, "u");
const IN_A_RUN = new RegExp(String.raw`^(?![${ONE_SIGN}])[\p{L}\p{M}\p{N}]`, "u");
const NEXT_WORD = new RegExp(String.raw`[^\p{L}\p{M}\p{N}]*(${WORD.source})`, "uy");

/** Whether a folded text has what is looked for. */
function hasTerm(folded: string, { words, begins }: Term): boolean {
  const [first = "", ...next] = words;
  const mayGoOn = (begins && next.length === 0) || SIGN.test(first);
  for (let at = folded.indexOf(first); at !== -1; at = folded.indexOf(first, at + 1)) {
    const end = at + first.length;
    if (!SIGN.test(first) && runsOn(folded, at, -1)) continue;
    if ((mayGoOn || !runsOn(folded, end, 0)) && goesOn(folded, end, next, begins)) return true;
  }
  return false;
}

function goesOn(folded: string, from: number, next: readonly string[], begins: boolean): boolean {
  NEXT_WORD.lastIndex = from;
  return next.every((word, at) =>
    isWord(NEXT_WORD.exec(folded)?.[1], word, begins && at === next.length - 1),
  );
}

const isWord = (written: string | undefined, word: string, begins: boolean) =>
  written === word || (begins && written !== undefined && written.startsWith(word));

/** Whether the sign at, or just before, a place belongs to a run of letters. */
function runsOn(text: string, at: number, shift: -1 | 0): boolean {
  if (shift === 0) return at < text.length && IN_A_RUN.test(text.slice(at, at + 2));
  if (at === 0) return false;
  const low = text.charCodeAt(at - 1);
  return IN_A_RUN.test(text.slice(at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1), at));
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

/** A piece of a line; `hit` where it is what was looked for. */
export type MarkedPiece = { text: string; hit: boolean };

type Hit = { at: number; end: number };

const READ_FOR_BEST = 100_000;
const BEFORE = 60;
const LINE = 180;

/** The line of some texts that has most of what was looked for, cut around the first of it. */
export function lineWith(texts: readonly string[], { terms }: Search): MarkedPiece[] {
  // Words side by side may be in two lines: then each is shown where it is.
  const alone = terms.flatMap(({ words, begins }) =>
    words.map((word, at) => ({ words: [word], begins: begins && at === words.length - 1 })),
  );
  const best = bestLine(texts, terms) ?? bestLine(texts, alone);
  return best ? piecesOf(best.line, best.hits) : [];
}

function bestLine(
  texts: readonly string[],
  terms: readonly Term[],
): { line: string; hits: Hit[] } | undefined {
  let best: { line: string; hits: Hit[]; count: number } | undefined;
  let read = 0;
  for (const line of linesOf(texts)) {
    // Good enough: the best line there is, or the best of a long text's beginning.
    if (best && (best.count === terms.length || read > READ_FOR_BEST)) break;
    read += line.length;
    const folded = fold(line);
    if (!terms.some(({ words: [first = ""] }) => folded.includes(first))) continue;
    const written = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({
      word: fold(word),
      at: index,
      end: index + word.length,
    }));
    const found = terms.map((term) => hitsOf(written, term));
    const count = found.filter((hits) => hits.length > 0).length;
    if (count > (best?.count ?? 0)) best = { line, hits: apart(found.flat()), count };
  }
  return best;
}

function* linesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield* text.normalize("NFC").split(/[\r\n\u2028\u2029]+/);
}

function hitsOf(written: readonly (Hit & { word: string })[], { words, begins }: Term): Hit[] {
  return written.flatMap(({ at }, nth) => {
    const last = written[nth + words.length - 1];
    const isHere = words.every((word, n) =>
      isWord(written[nth + n]?.word, word, begins && n === words.length - 1),
    );
    return isHere && last ? [{ at, end: last.end }] : [];
  });
}

/** In order, and without one that begins inside another. */
function apart(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.at - b.at || b.end - a.end);
  const kept: Hit[] = [];
  for (const hit of sorted) if (hit.at >= (kept.at(-1)?.end ?? 0)) kept.push(hit);
  return kept;
}

function piecesOf(line: string, hits: readonly Hit[]): MarkedPiece[] {
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
