import type { TranslationLabel } from "~/domain/scripture/translations/text-format.server";

/** A verse; lines of poetry are separated by "\n". */
export type Verse = { chapter: number; number: number; text: string };

/** The text of a reference. */
export type Passage = {
  reference: string;
  verses: Verse[];
  translation: TranslationLabel;
  /** Name of the requested translation if it lacks the passage. */
  lacking: string | null;
  /** Path of the passage's page. */
  address: string;
  /** URL of the operator's recording of its chapter. */
  recording: string | null;
};

/** A run of prose, or one verse with its lines. */
type PassageBlock = { set: "prose"; verses: Verse[] } | { set: "lines"; verse: Verse };

export const hasLines = ({ text }: Pick<Verse, "text">) => text.includes("\n");

/**
 * Groups verses into prose and poetry. Prose before and after a poem stays prose; single-line verses between verses of poetry,
 * or in a passage that is mostly poetry, are lines of the poem.
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
