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

type Text = Pick<Verse, "text">;

/** A run of prose, or one verse with its lines. */
type PassageBlock<V extends Text> = { set: "prose"; verses: V[] } | { set: "lines"; verse: V };

export const hasLines = ({ text }: Text) => text.includes("\n");

/**
 * Groups verses into prose and poetry. Prose before and after a poem stays prose; single-line verses between verses of poetry,
 * or in a passage that is mostly poetry, are lines of the poem.
 */
export function toBlocks(verses: readonly Verse[]): PassageBlock<Verse>[] {
  const first = verses.findIndex(hasLines);
  const last = verses.findLastIndex(hasLines);
  const isPoem = verses.filter(hasLines).length * 2 > verses.length;
  const prose = (from: number, to?: number): PassageBlock<Verse>[] => {
    const run = verses.slice(from, to);
    return run.length > 0 ? [{ set: "prose", verses: run }] : [];
  };
  const lines = (from: number, to?: number): PassageBlock<Verse>[] =>
    verses.slice(from, to).map((verse) => ({ set: "lines", verse }));
  if (first < 0) return prose(0);
  if (isPoem) return lines(0);
  return [...prose(0, first), ...lines(first, last + 1), ...prose(last + 1)];
}

const MIN_PARAGRAPH_WORDS = 90;

/**
 * Groups the verses of a chapter into paragraphs and lines of poetry. Translations mark no paragraphs, so a paragraph ends
 * with the first sentence that ends with a verse after MIN_PARAGRAPH_WORDS words.
 */
export function toParagraphs<V extends Text>(verses: readonly V[]): PassageBlock<V>[] {
  const blocks: PassageBlock<V>[] = [];
  let words = 0;
  let isSentenceEnd = false;
  verses.forEach((verse, at) => {
    const before = verses.findLastIndex((each, index) => index < at && hasLines(each));
    const after = verses.findIndex((each, index) => index > at && hasLines(each));
    // Up to two single-line verses between verses of poetry belong to the poem.
    const isInPoem = before >= 0 && after >= 0 && after - before <= 3;
    if (hasLines(verse) || isInPoem) {
      blocks.push({ set: "lines", verse });
      return;
    }
    const last = blocks.at(-1);
    const isFull = words >= MIN_PARAGRAPH_WORDS && isSentenceEnd;
    if (last?.set === "prose" && !isFull) last.verses.push(verse);
    else {
      blocks.push({ set: "prose", verses: [verse] });
      words = 0;
    }
    words += verse.text.split(" ").length;
    isSentenceEnd = /[.!?][”’"')\]]*$/.test(verse.text);
  });
  return blocks;
}
