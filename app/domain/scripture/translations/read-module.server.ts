import { z } from "zod";
import { ALL_BOOKS } from "~/content/bible/all-books";
import { readModuleFiles, type ModuleFiles } from "./module-files.server";
import { readConf, readSword } from "./sword-module.server";
import {
  collapseSpaces,
  ModuleError,
  type Chapter,
  type SourceBook,
  type TextSource,
  type TranslationInfo,
} from "./text-format.server";

const osisByUsfm = new Map(ALL_BOOKS.map(({ usfm, osis }) => [usfm, osis]));

/** Markers whose text is not part of a verse: names, headings, introductions, remarks. */
const NO_TEXT =
  /^(id|ide|usfm|sts|rem|h\d?|toc\w?\d?|toca\d|mt\w?\d?|mte\d?|ms\d?|mr|s\d?|sr|r|sp|sd\d?|cl|cp|cd|i\w*\d?|fig|lit|periph|restore|z\w+|qa|rq|va|vp|ca)$/;
/** Notes and other spans within a line, with their end marker. */
const NOTE = /\\(f|fe|x|ef|ex|fig|rq|va|vp|ca|cat|jmp)\s[^]*?\\\1\*/g;
/** Markers of poetry lines. */
const POETRY = /^(q\w?\d?|qm\d?|b)$/;

/** Parses a USFM file, which contains one book; undefined if it is not a book of the Bible. */
export function readUsfm(source: string): { book: SourceBook; heading: string } | undefined {
  const text = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const [, id = "", heading = ""] = /^\\id\s+(\w{3})\b[ \t]*([^\n]*)/.exec(text) ?? [];
  const osis = osisByUsfm.get(id.toUpperCase());
  if (!osis) return undefined;
  const chapters: (Chapter | undefined)[] = [];
  let chapter: Chapter | undefined;
  let verse = 0;
  const append = (words: string) => {
    if (chapter && words && verse > 0) chapter[verse] = (chapter[verse] ?? "") + words;
  };
  const plain = text.replace(NOTE, "");
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
      append(words);
    } else if (name === "d") {
      if (chapter) chapter[0] = collapseSpaces(`${chapter[0] ?? ""} ${rest}`).replaceAll("\n", " ");
    } else if (name.endsWith("*")) append(rest);
    else if (name === "w" || name === "rb") append(withoutAttributes(rest));
    else if (name === "nd") append(rest.replace(/^ /, "").toUpperCase());
    else if (!NO_TEXT.test(name))
      append((isParagraph(name) ? (POETRY.test(name) ? "\n" : " ") : "") + startOf(name, rest));
  }
  return { book: { osis, chapters: chapters.map((one) => one && normalizeChapter(one)) }, heading };
}

/** Drops attributes: "\w gracious|strong="H2603"\w*" becomes "gracious". */
const withoutAttributes = (text: string) => text.replace(/^ /, "").replace(/\|[^]*$/, "");

const isParagraph = (name: string) =>
  /^(p\w?\d?|m\w?|q\w?\d?|qm\d?|b|nb|cls|li\d?|lim\d?|tr|pi\d?|ph\d?)$/.test(name);
/** The first space after a marker belongs to the marker. */
const startOf = (name: string, rest: string) =>
  isParagraph(name) ? rest : rest.replace(/^ /, "").replace(/\|[^]*$/, "");

/** Collapses spaces and fills gaps between verses. */
function normalizeChapter(chapter: Chapter): Chapter {
  return Array.from(chapter, (verse, at) =>
    verse === undefined ? (at === 0 ? undefined : "") : collapseSpaces(verse),
  );
}

const line = z.string().trim().min(1).max(300).optional();
/** `about.json`, in which an operator can add or replace the information of a module. */
const AboutSchema = z.object({
  name: line,
  language: line,
  direction: z.enum(["ltr", "rtl"]).optional(),
  licence: line,
});

/** Reads a SWORD module or USFM files, in a zip or a folder. @throws ModuleError */
export async function readModule(place: string, id: string): Promise<TextSource> {
  const files = await readModuleFiles(place);
  const confs = [...files].filter(([name]) => name.endsWith(".conf"));
  if (confs.length > 1) throw new ModuleError("several");
  const overrides = aboutIn(files);
  const [conf] = confs;
  const source = conf ? readSword(readConf(conf[1]), files) : fromUsfm(files);
  const books = source.books.filter(({ osis, chapters }) => KNOWN.has(osis) && chapters.length > 1);
  if (books.length === 0) throw new ModuleError("empty");
  return { about: sanitizeInfo({ ...source.about, ...overrides }, id), books };
}

const KNOWN = new Set(ALL_BOOKS.map(({ osis }) => osis));

function aboutIn(files: ModuleFiles): Partial<TranslationInfo> {
  const [, bytes] = [...files].find(([name]) => /(^|\/)about\.json$/.test(name)) ?? [];
  if (!bytes) return {};
  try {
    const about = AboutSchema.parse(JSON.parse(bytes.toString("utf8")));
    return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
  } catch {
    throw new ModuleError("bad_about");
  }
}

/** Removes markup and control characters from a module's information and limits its length, because pages display it. */
function sanitizeInfo({ name, language, direction, licence }: TranslationInfo, id: string): TranslationInfo {
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>|[\p{Cc}]/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
      .toWellFormed();
  return {
    name: plain(name).slice(0, 80) || id,
    language: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : "und",
    direction,
    licence: plain(licence).slice(0, 300),
  };
}

function fromUsfm(files: ModuleFiles): TextSource {
  const read = [...files]
    .filter(([name]) => /sfm$/i.test(name))
    .flatMap(([name, bytes]) => {
      const found = readUsfm(bytes.toString("utf8"));
      return found ? [{ ...found, file: name.split("/").at(-1) ?? "" }] : [];
    });
  const [first] = read;
  if (!first) throw new ModuleError("no_bible");
  const order = new Map(ALL_BOOKS.map(({ osis }, at) => [osis, at]));
  const books = new Map(read.map(({ book }) => [book.osis, book]));
  const language = languageOf(first.file);
  return {
    about: {
      name: first.heading.replace(/^(?:.*?\s)?-\s/, "").replace(/^\S+\.u?sfm\s*/i, ""),
      language,
      direction: RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr",
      licence: "",
    },
    books: [...books.values()].sort((a, b) => (order.get(a.osis) ?? 0) - (order.get(b.osis) ?? 0)),
  };
}

const RIGHT_TO_LEFT = new Set(["he", "ar", "fa", "ur", "syr", "arc", "yi", "ckb", "ps"]);
/** ISO 639-3 codes in eBible.org's file names, and the language tags for HTML. */
const LANGUAGE_TAGS: Record<string, string> = {
  eng: "en",
  deu: "de",
  spa: "es",
  fra: "fr",
  por: "pt",
  ita: "it",
  nld: "nl",
  lat: "la",
  rus: "ru",
  pol: "pl",
  ukr: "uk",
  ell: "el",
  grc: "el",
  heb: "he",
  hbo: "he",
  arb: "ar",
  pes: "fa",
  zho: "zh",
  cmn: "zh",
  jpn: "ja",
  kor: "ko",
  swe: "sv",
  dan: "da",
  nob: "nb",
  fin: "fi",
  ces: "cs",
  hun: "hu",
  ron: "ro",
  swh: "sw",
  vie: "vi",
  tgl: "tl",
};

/** The language tag of a file by the ISO 639-3 code in its name ("eng" in "02-GENengwebp.usfm"); "und" without a code. */
function languageOf(file: string): string {
  const [, code = ""] = /^\d{2,3}-[A-Z0-9]{3}([a-z]{3})/.exec(file) ?? [];
  return LANGUAGE_TAGS[code] ?? (code || "und");
}
