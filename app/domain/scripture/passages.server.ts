import { bcv_parser } from "bible-passage-reference-parser/esm/bcv_parser.js";
import * as english from "bible-passage-reference-parser/esm/lang/en.js";
import { lastVerse, verseText } from "./bible.server";
import type { Passage, Verse } from "./passage";
import type { Translation } from "~/domain/member/prayer";

const parser = new bcv_parser(english);
// Every range comes out as first and last verse, whole chapters included.
parser.set_options({ osis_compaction_strategy: "bcv" });

/** No passage that is read in one sitting is longer; also the bound of what a reference may make us collect. */
const LONGEST = 200;
const passages = new Map<string, Passage | undefined>();
const REMEMBERED = 500;

/** The text of a reference like "Psalm 46:10" or "John 15:4-5"; undefined when it names no verse of the translation. */
export function findPassage(reference: string, translation: Translation = "web"): Passage | undefined {
  const key = `${translation} ${reference}`;
  if (passages.has(key)) return passages.get(key);
  const passage = resolve(reference, translation);
  if (passages.size >= REMEMBERED) passages.clear();
  passages.set(key, passage);
  return passage;
}

function resolve(reference: string, translation: Translation): Passage | undefined {
  if (reference.length > 80) return undefined;
  const osis = (parser.parse(reference) as typeof parser).osis();
  const verses = osis
    .split(",")
    .flatMap((range) => versesOf(range, translation))
    .slice(0, LONGEST);
  if (verses.length === 0) return undefined;
  return { reference: reference.replaceAll("-", "–"), verses, translation };
}

/** "Ps.46.10" or "John.15.4-John.15.5", the five verses without text left out. */
function versesOf(range: string, translation: Translation): Verse[] {
  const [from, to = from] = range.split("-").map((end) => end.split("."));
  const [book = "", firstChapter, firstVerse] = from ?? [];
  const [, endChapter, endVerse] = to ?? [];
  const verses: Verse[] = [];
  for (
    let chapter = Number(firstChapter);
    chapter <= Number(endChapter) && verses.length < LONGEST;
    chapter++
  ) {
    const last = chapter === Number(endChapter) ? Number(endVerse) : lastVerse(book, chapter, translation);
    for (let number = chapter === Number(firstChapter) ? Number(firstVerse) : 1; number <= last; number++) {
      const text = verseText(book, chapter, number, translation);
      if (text) verses.push({ chapter, number, text });
    }
  }
  return verses;
}

/** A passage within its chapters. */
export type PassageInContext = {
  title: string;
  translation: Translation;
  chapters: { chapter: number; verses: Verse[] }[];
  within: string[];
};

/** The whole chapters around a reference, and which of their verses it names; undefined where it names none. */
export function findContext(reference: string, wanted: Translation = "web"): PassageInContext | undefined {
  const passage = findPassage(reference, wanted);
  const osis = passage && (parser.parse(reference) as typeof parser).osis().split(",")[0];
  const [book = "", first] = osis?.split("-")[0]?.split(".") ?? [];
  if (!passage || !first) return undefined;
  const { translation } = passage;
  const numbers = [...new Set(passage.verses.map(({ chapter }) => chapter))].slice(0, 3);
  const chapters = numbers.map((chapter) => ({
    chapter,
    verses: versesOf(
      `${book}.${chapter}.1-${book}.${chapter}.${lastVerse(book, chapter, translation)}`,
      translation,
    ),
  }));
  const name = /^(?:\d\s*)?[^\d]+/.exec(passage.reference)?.[0].trim() ?? passage.reference;
  return {
    title: `${name} ${numbers[0]}${numbers.length > 1 ? `–${numbers.at(-1)}` : ""}`,
    translation,
    chapters,
    within: passage.verses.map(({ chapter, number }) => `${chapter}.${number}`),
  };
}
