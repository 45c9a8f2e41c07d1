import { t } from "~/i18n/t";
import { tokenize } from "~/i18n/tokenizer";

/**
 * File format of a translation, written once and read by offset:
 *
 *     FORMAT_MAGIC · length of the head · head (JSON) · chapters · chapterAt · starts · words · wordAt · hits · hitAt
 *
 * `chapters`: the text; the items of a Chapter joined by VERSE_SEPARATOR, MISSING_VERSE for undefined. `chapterAt`: offsets
 * of the chapters. Word positions are numbered through the whole text; one number is skipped after each verse, so that no
 * phrase spans two verses. `starts`: position of each verse's first word. `words`: the distinct words in byte order;
 * `wordAt`: their offsets. `hits`: the positions of each word as LEB128 deltas; `hitAt`: their offsets. Numbers are 32-bit
 * little-endian.
 */
export const FORMAT_MAGIC = "Still and Know text 1\n";
export const VERSE_SEPARATOR = "\0";
export const MISSING_VERSE = "\u0001";

const SECTIONS = ["chapters", "chapterAt", "starts", "words", "wordAt", "hits", "hitAt"] as const;
export type TextSection = (typeof SECTIONS)[number];

export type TextHead = {
  about: TranslationInfo;
  /** Books in order; `last` is the last verse of each chapter from 1 on, 0 for a missing chapter. */
  books: { osis: string; last: number[] }[];
  verses: number;
  words: number;
  /** Offset after the head, and length of each section. */
  parts: Record<TextSection, [at: number, length: number]>;
};

export type TranslationInfo = {
  name: string;
  /** BCP 47 language tag. */
  language: string;
  direction: "ltr" | "rtl";
  /** One line. */
  licence: string;
};

/** Description of a translation for a page. */
export type TranslationLabel = { id: string } & Pick<TranslationInfo, "name" | "language" | "direction">;

/**
 * Verses by number; lines of poetry separated by "\n". Item 0 is the heading, such as "A Psalm by David.". Undefined for a
 * verse that does not exist, empty for one that the translation omits.
 */
export type Chapter = (string | undefined)[];
/** Chapters by number. */
export type SourceBook = { osis: string; chapters: (Chapter | undefined)[] };
export type TextSource = { about: TranslationInfo; books: SourceBook[] };

/** Collapses spaces and blank lines. */
export const collapseSpaces = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();

/** Reasons why a file in DATA_DIR/bibles is rejected, with their messages for the operator. */
const MODULE_ERRORS = {
  bad_name: () =>
    t(
      "Its name may have letters, digits, dots, hyphens and underscores only, and is not that of a text that is there.",
    ),
  unreadable: () => t("It cannot be read, or is not a whole zip file."),
  too_large: () => t("It is larger than a Bible, or unpacks to more than one."),
  no_bible: () => t("There is no SWORD text module and no USFM file in it."),
  several: () => t("It holds several modules. Give each its own folder or file."),
  locked: () => t("It is locked with a key, which cannot be used here."),
  unknown_driver: (detail: string) =>
    t("It is a SWORD module, but not a compressed Bible text (zText): {detail}.", { detail }),
  unknown_versification: (detail: string) => t("Its versification is not known here: {detail}.", { detail }),
  bad_about: () => t("Its about.json cannot be read."),
  broken: () => t("Its files are damaged or do not fit together."),
  empty: () => t("There is no text in it."),
} satisfies Record<string, (detail: string) => string>;
export type ModuleErrorCode = keyof typeof MODULE_ERRORS;
export const MODULE_ERROR_CODES = Object.keys(MODULE_ERRORS) as ModuleErrorCode[];

export const describeModuleError = (code: ModuleErrorCode, detail: string): string =>
  MODULE_ERRORS[code](detail);

/** `detail` is an excerpt of the module. */
export class ModuleError extends Error {
  override name = "ModuleError";
  constructor(
    readonly code: ModuleErrorCode,
    readonly detail = "",
  ) {
    super(code);
  }
}

/** Encodes a translation in the file format. */
export function writeText({ about, books }: TextSource): Buffer {
  const chapters: Buffer[] = [];
  const hits = new Map<string, number[]>();
  const starts: number[] = [];
  const head: Pick<TextHead, "about" | "books"> = { about, books: [] };
  let count = 0;
  for (const { osis, chapters: source } of books) {
    const last: number[] = [];
    for (let number = 1; number < source.length; number++) {
      const verses = Array.from(source[number] ?? [], (verse) => verse);
      last.push(Math.max(0, verses.length - 1));
      chapters.push(
        Buffer.from(
          verses.map((verse) => (verse === undefined ? MISSING_VERSE : plain(verse))).join(VERSE_SEPARATOR),
        ),
      );
      for (const verse of verses.slice(1)) {
        starts.push(count);
        for (const word of tokenize(verse ?? "")) {
          const positions = hits.get(word);
          if (positions) positions.push(count);
          else hits.set(word, [count]);
          count++;
        }
        count++;
      }
    }
    head.books.push({ osis, last });
  }
  const words = [...hits].map(([word, positions]) => ({ bytes: Buffer.from(word), positions }));
  words.sort((a, b) => a.bytes.compare(b.bytes));
  const postings = words.map(({ positions }) => encodeDeltas(positions));
  return assemble(
    head,
    { verses: starts.length, words: words.length },
    {
      chapters: Buffer.concat(chapters),
      chapterAt: encodeOffsets(chapters),
      starts: encodeNumbers([...starts, count]),
      words: Buffer.concat(words.map(({ bytes }) => bytes)),
      wordAt: encodeOffsets(words.map(({ bytes }) => bytes)),
      hits: Buffer.concat(postings),
      hitAt: encodeOffsets(postings),
    },
  );
}

/** Removes the control characters of the format from a verse. */
const plain = (verse: string) =>
  verse.replaceAll(VERSE_SEPARATOR, "").replaceAll(MISSING_VERSE, "").toWellFormed();

function assemble(
  head: Pick<TextHead, "about" | "books">,
  counts: Pick<TextHead, "verses" | "words">,
  sections: Record<TextSection, Buffer>,
): Buffer {
  let at = 0;
  const parts = {} as TextHead["parts"];
  for (const section of SECTIONS) {
    parts[section] = [at, sections[section].length];
    at += sections[section].length;
  }
  const encoded = Buffer.from(JSON.stringify({ ...head, ...counts, parts } satisfies TextHead));
  return Buffer.concat([
    Buffer.from(FORMAT_MAGIC),
    encodeNumbers([encoded.length]),
    encoded,
    ...SECTIONS.map((section) => sections[section]),
  ]);
}

function encodeNumbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Encodes the offset of each part, and the end of the last. */
function encodeOffsets(parts: readonly Buffer[]): Buffer {
  let at = 0;
  const offsets = [0];
  for (const part of parts) offsets.push((at += part.length));
  return encodeNumbers(offsets);
}

/** Encodes ascending numbers as LEB128 deltas. */
function encodeDeltas(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  let before = 0;
  for (const value of values) {
    let rest = value - before;
    before = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}
