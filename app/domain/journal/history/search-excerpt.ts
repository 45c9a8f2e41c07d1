import { fold, placedWords, type PlacedWord } from "~/i18n/words";
import type { Search, Term } from "./search-query";
import { phraseEnds } from "./search-words";

/** A piece of a line; `hit` where it is what was looked for. */
export type MarkedPiece = { text: string; hit: boolean };

type Hit = { at: number; end: number };

const READ_FOR_BEST = 100_000;
const BEFORE = 60;
const LINE = 180;

/** The line of some texts that has most of what was looked for, cut around the first of it. */
export function lineWith(texts: readonly string[], { terms }: Search): MarkedPiece[] {
  // Words side by side may be in two lines: then each is shown where it is.
  const alone = [...new Set(terms.flatMap(({ words }) => words))].map((word) => ({
    words: [word],
    begins: terms.some(({ words, begins }) => begins && words.at(-1) === word),
  }));
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
    const written = placedWords(line);
    const found = terms.map((term) => hitsOf(written, term));
    const count = found.filter((hits) => hits.length > 0).length;
    if (count > (best?.count ?? 0)) best = { line, hits: apart(found.flat()), count };
  }
  return best;
}

function* linesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) yield* text.normalize("NFC").split(/[\r\n\u2028\u2029]+/);
}

function hitsOf(written: readonly PlacedWord[], term: Term): Hit[] {
  return [...phraseEnds(written, ({ word }) => word, term)].flatMap((last) => {
    const [first, end] = [written[last - term.words.length + 1], written[last]];
    return first && end ? [{ at: first.at, end: end.end }] : [];
  });
}

/** In order, and without one that begins inside another. */
function apart(hits: readonly Hit[]): Hit[] {
  const sorted = [...hits].sort((a, b) => a.at - b.at || b.end - a.end);
  const kept: Hit[] = [];
  for (const hit of sorted) if (hit.at >= (kept.at(-1)?.end ?? 0)) kept.push(hit);
  return kept;
}

const MARKS = /\p{M}{0,20}/uy;

/** The place itself, or the one after the vowel signs and accents that begin there. */
function afterMarks(line: string, at: number): number {
  MARKS.lastIndex = at;
  return at + (MARKS.exec(line)?.[0].length ?? 0);
}

function piecesOf(line: string, hits: readonly Hit[]): MarkedPiece[] {
  const first = hits[0]?.at ?? 0;
  const cut = first <= BEFORE ? 0 : Math.max(line.indexOf(" ", first - BEFORE) + 1, first - BEFORE);
  const start = Math.min(first, cut && afterMarks(line, cut));
  const end =
    line.length - start <= LINE ? line.length : Math.max(afterMarks(line, start + LINE), hits[0]?.end ?? 0);
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
