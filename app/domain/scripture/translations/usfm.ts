import { ALL_BOOKS } from "~/content/bible/all-books";
import { evenSpaces, type Chapter, type SourceBook } from "./text-source";

const byUsfm = new Map(ALL_BOOKS.map(({ usfm, osis }) => [usfm, osis]));

/** Markers whose line is not text of a verse: names, headings, introductions, remarks. */
const NO_TEXT =
  /^(id|ide|usfm|sts|rem|h\d?|toc\w?\d?|toca\d|mt\w?\d?|mte\d?|ms\d?|mr|s\d?|sr|r|sp|sd\d?|cl|cp|cd|i\w*\d?|fig|lit|periph|restore|z\w+|qa|rq|va|vp|ca)$/;
/** Notes and other things that stand within a line, until they close. */
const WITHIN = /\\(f|fe|x|ef|ex|fig|rq|va|vp|ca|cat|jmp)\s[^]*?\\\1\*/g;
/** Paragraphs that are lines of poetry. */
const POETRY = /^(q\w?\d?|qm\d?|b)$/;

/** A file of USFM, which is one book; undefined if it is not a book of the Bible. */
export function readUsfm(source: string): { book: SourceBook; heading: string } | undefined {
  const text = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const [, id = "", heading = ""] = /^\\id\s+(\w{3})\b[ \t]*([^\n]*)/.exec(text) ?? [];
  const osis = byUsfm.get(id.toUpperCase());
  if (!osis) return undefined;
  const chapters: (Chapter | undefined)[] = [];
  let chapter: Chapter | undefined;
  let verse = 0;
  const say = (words: string) => {
    if (chapter && words && verse > 0) chapter[verse] = (chapter[verse] ?? "") + words;
  };
  const plain = text.replace(WITHIN, "");
  for (const [, marker = "", rest = ""] of plain.matchAll(/\\(\+?\w+\*?)([^\\]*)/g)) {
    const name = marker.replace(/^\+/, "");
    if (name === "c") {
      const number = Number(/^\s+(\d{1,3})/.exec(rest)?.[1] ?? 0);
      chapter = number > 0 ? (chapters[number] ??= []) : undefined;
      verse = 0;
    } else if (name === "v") {
      const [, first = "", words = ""] = /^\s+(\d{1,3})[^\s]*([^]*)$/.exec(rest) ?? [];
      verse = Number(first);
      if (chapter && verse > 0) chapter[verse] ??= "";
      say(words);
    } else if (name === "d") {
      if (chapter) chapter[0] = evenSpaces(`${chapter[0] ?? ""} ${rest}`).replaceAll("\n", " ");
    } else if (name.endsWith("*")) say(rest);
    else if (name === "w" || name === "rb") say(withoutAttributes(rest));
    else if (name === "nd") say(rest.replace(/^ /, "").toUpperCase());
    else if (!NO_TEXT.test(name))
      say((isParagraph(name) ? (POETRY.test(name) ? "\n" : " ") : "") + startOf(name, rest));
  }
  return { book: { osis, chapters: chapters.map((one) => one && evened(one)) }, heading };
}

/** A word of "\w gracious|strong="H2603"\w*" is what stands before the bar. */
const withoutAttributes = (text: string) => text.replace(/^ /, "").replace(/\|[^]*$/, "");

const isParagraph = (name: string) =>
  /^(p\w?\d?|m\w?|q\w?\d?|qm\d?|b|nb|cls|li\d?|lim\d?|tr|pi\d?|ph\d?)$/.test(name);
/** The one space after a marker belongs to the marker. */
const startOf = (name: string, rest: string) =>
  isParagraph(name) ? rest : rest.replace(/^ /, "").replace(/\|[^]*$/, "");

function evened(chapter: Chapter): Chapter {
  return Array.from(chapter, (verse, at) =>
    verse === undefined ? (at === 0 ? undefined : "") : evenSpaces(verse),
  );
}
