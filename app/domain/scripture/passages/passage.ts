import type { TranslationLabel } from "~/domain/scripture/translations/text-format.server";

/** A verse; where it is poetry its lines are separated by "\n". */
export type Verse = { chapter: number; number: number; text: string };

/** A reference as people write it, and its text. */
export type Passage = {
  reference: string;
  verses: Verse[];
  translation: TranslationLabel;
  /** The requested translation, which lacks it. */
  lacking: string | null;
  /** Where it stands in its chapter. */
  address: string;
};

/** Verses of prose that run together, or a verse that keeps its lines. */
export type PassageBlock = { set: "prose"; verses: Verse[] } | { set: "lines"; verse: Verse };

export const hasLines = ({ text }: Pick<Verse, "text">) => text.includes("\n");

/**
 * How a passage is set, verse by verse: prose that leads to a song, or goes on after it, stays prose. Verses of a single line
 * that stand between verses of poetry, or in a passage that is mostly poetry, are lines of the poem.
 */
export function toBlocks(verses: readonly Verse[]): PassageBlock[] {
  const first = verses.findIndex(hasLines);
  const last = verses.findLastIndex(hasLines);
  const isPoem = verses.filter(hasLines).length * 2 > verses.length;
  const prose = (from: number, to?: number): PassageBlock[] => {
    const run = verses.slice(from, to);
    return run.length > 0 ? [{ set: "prose", verses: run }] : [];
  };
  const lines = (from: number, to?: number): PassageBlock[] =>
    verses.slice(from, to).map((verse) => ({ set: "lines", verse }));
  if (first < 0) return prose(0);
  if (isPoem) return lines(0);
  return [...prose(0, first), ...lines(first, last + 1), ...prose(last + 1)];
}
