import type { Verse } from "./passage";

/** Verses of prose that run together, or a verse that keeps its lines. */
export type PassagePiece = { set: "prose"; verses: Verse[] } | { set: "lines"; verse: Verse };

export const hasLines = ({ text }: Pick<Verse, "text">) => text.includes("\n");

/**
 * How a passage is set, verse by verse: prose that leads to a song, or goes on after it, stays prose. Verses of a single line
 * that stand between verses of poetry, or in a passage that is mostly poetry, are lines of the poem.
 */
export function inPieces(verses: readonly Verse[]): PassagePiece[] {
  const first = verses.findIndex(hasLines);
  const last = verses.findLastIndex(hasLines);
  const isPoem = verses.filter(hasLines).length * 2 > verses.length;
  const prose = (from: number, to?: number): PassagePiece[] => {
    const run = verses.slice(from, to);
    return run.length > 0 ? [{ set: "prose", verses: run }] : [];
  };
  const lines = (from: number, to?: number): PassagePiece[] =>
    verses.slice(from, to).map((verse) => ({ set: "lines", verse }));
  if (first < 0) return prose(0);
  if (isPoem) return lines(0);
  return [...prose(0, first), ...lines(first, last + 1), ...prose(last + 1)];
}
