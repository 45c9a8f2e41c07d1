import { setImmediate as nextTurn } from "node:timers/promises";
import { bookByOsis, nameInReference } from "~/domain/scripture/bible/bible-books";
import {
  englishNotation,
  lastVerse,
  rangesOf,
  rangesWithin,
  type VerseRange,
} from "~/domain/scripture/bible/references.server";
import type { ReadingPlan } from "~/domain/scripture/passages/custom-plans.state";
import { LONGEST_PASSAGE } from "~/domain/scripture/passages/passages.server";
import { decodeText } from "~/platform/decode-text";
import { readPlanFile, type PlanError, type PlanFile } from "./plan-file";

/** A plan as its file is kept when it has been read: its days and references as pairs, and the books that it reads. */
export type CheckedPlan = Omit<ReadingPlan, "readings"> & { readings: [string, string][]; books: string[] };

/** A reference takes most of a millisecond to read, and requests are answered meanwhile. */
const AT_ONCE = 10;

/** Reads a whole plan. What it says of a passage is kept as references of ours are written. */
export async function checkPlan(bytes: Buffer, name: string): Promise<CheckedPlan | PlanError> {
  const text = decodeText(bytes);
  if (text === undefined) return { code: "not_text" };
  const file = readPlanFile(text, name);
  if ("code" in file) return file;
  const { lines, ...head } = file;
  const readings: [string, string][] = [];
  const books = new Set<string>();
  for (const [at, { line, day, words }] of lines.entries()) {
    const passage = passageNamed(words);
    if ("code" in passage) return { ...passage, line, detail: words.slice(0, 60) };
    readings.push([day, passage.reference]);
    books.add(passage.book);
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
  }
  return { ...head, readings, last: lastDay(file), books: [...books] };
}

const lastDay = ({ by, lines }: PlanFile) =>
  by === "days" ? lines.reduce((last, { day }) => Math.max(last, Number(day)), 0) : 0;

/** One passage, of one book, and short enough to be read: its reference as references of ours are written. */
export function passageNamed(words: string): { reference: string; book: string } | PlanError {
  const { ranges, left } = rangesWithin(words);
  const [first] = ranges;
  if (!first || /[\p{L}\p{N}]/u.test(left)) return { code: "no_passage" };
  if (ranges.some(({ book }) => book !== first.book)) return { code: "several_books" };
  if (ranges.reduce((sum, range) => sum + versesIn(range), 0) > LONGEST_PASSAGE) return { code: "too_long" };
  const reference = written(ranges);
  const isSame = JSON.stringify(rangesOf(reference)) === JSON.stringify(ranges);
  return { reference: isSame ? reference : englishNotation(words), book: first.book };
}

/** By the numbering of our own text; of books that it does not have only what the range itself says. */
function versesIn({ book, from, to }: VerseRange): number {
  let verses = 0;
  for (let chapter = from.chapter; chapter <= to.chapter; chapter++) {
    const last = chapter === to.chapter ? to.verse : lastVerse(book, chapter);
    verses += Math.max(0, last - (chapter === from.chapter ? from.verse - 1 : 0));
  }
  return verses;
}

/** "Isaiah 40:1-5,9-11", as references of ours are: by that an entry finds its chapter. */
function written(ranges: readonly VerseRange[]): string {
  const book = bookByOsis(ranges[0]?.book ?? "");
  if (!book) return "";
  let chapter = 0;
  const parts = ranges.map(({ book: osis, from, to }) => {
    const isWhole = from.verse === 1 && to.verse === lastVerse(osis, to.chapter);
    if (from.chapter === to.chapter && isWhole) return `${(chapter = from.chapter)}`;
    const start = from.chapter === chapter ? "" : `${from.chapter}:`;
    chapter = to.chapter;
    if (from.chapter !== to.chapter) return `${from.chapter}:${from.verse}-${to.chapter}:${to.verse}`;
    return `${start}${from.verse}${to.verse > from.verse ? `-${to.verse}` : ""}`;
  });
  return `${nameInReference(book)} ${parts.join(",")}`;
}
