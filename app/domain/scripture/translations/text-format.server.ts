import { t } from "~/i18n/t";
import { tokenize } from "~/i18n/tokenizer";

/**
 * How a translation lies in its one file, made once and read by place:
 *
 *     mark · length of the head · head (JSON) · chapters · chapterAt · starts · words · wordAt · hits · hitAt
 *
 * `chapters` is the text: the verses of a chapter from 0 on, with END between them and NONE for one that is not there.
 * `chapterAt` says where each chapter begins. Words are counted through the whole text, with one number left out after
 * each verse; `starts` has the number of each verse's first word. `words` are all different words in the order of their
 * bytes, `wordAt` where each begins, and `hits` the numbers of each word, as differences. Numbers are of 32 bits, little end first.
 */
export const FORMAT_MAGIC = "Still and Know text 1\n";
export const VERSE_SEPARATOR = "\0";
export const MISSING_VERSE = "\u0001";

const PARTS = ["chapters", "chapterAt", "starts", "words", "wordAt", "hits", "hitAt"] as const;
export type TextSection = (typeof PARTS)[number];
export const sectionsInOrder: readonly TextSection[] = PARTS;

export type TextHead = {
  about: TranslationInfo;
  /** The books in their order, with the last verse of each chapter from 1 on; 0 where there is no such chapter. */
  books: { osis: string; last: number[] }[];
  verses: number;
  words: number;
  /** Where each part begins after the head, and how long it is. */
  parts: Record<TextSection, [at: number, length: number]>;
};

/** What a translation says of itself. */
export type TranslationInfo = {
  name: string;
  /** A language tag, as HTML wants it. */
  language: string;
  direction: "ltr" | "rtl";
  /** One line: who allows it to be read here. */
  licence: string;
};

/** A translation as a page shows it. */
export type TranslationLabel = { id: string } & Pick<TranslationInfo, "name" | "language" | "direction">;

/**
 * The verses of a chapter by their number, lines of poetry separated by "\n"; at 0 what stands above the first, such as
 * "A Psalm by David.". Undefined where there is no such verse, empty where the translation leaves it out.
 */
export type Chapter = (string | undefined)[];
/** The chapters of a book by their number. */
export type SourceBook = { osis: string; chapters: (Chapter | undefined)[] };
/** A whole translation, as it is read from what others hand out. */
export type TextSource = { about: TranslationInfo; books: SourceBook[] };

/** Spaces as a page needs them; the words stay as they are. */
export const collapseSpaces = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();

/** Why a file in DATA_DIR/bibles is not offered. */
export const MODULE_ERROR_CODES = [
  "bad_name",
  "unreadable",
  "too_large",
  "no_bible",
  "several",
  "locked",
  "unknown_driver",
  "unknown_versification",
  "bad_about",
  "broken",
  "empty",
] as const;
export type ModuleErrorCode = (typeof MODULE_ERROR_CODES)[number];

/** Thrown where a module is read; `detail` is a word of the file itself. */
export class ModuleError extends Error {
  override name = "ModuleFault";
  constructor(
    readonly code: ModuleErrorCode,
    readonly detail = "",
  ) {
    super(code);
  }
}

/** The line that operators read. */
export function describeModuleError(code: ModuleErrorCode, detail: string): string {
  switch (code) {
    case "bad_name":
      return t(
        "Its name may have letters, digits, dots, hyphens and underscores only, and is not that of a text that is there.",
      );
    case "unreadable":
      return t("It cannot be read, or is not a whole zip file.");
    case "too_large":
      return t("It is larger than a Bible, or unpacks to more than one.");
    case "no_bible":
      return t("There is no SWORD text module and no USFM file in it.");
    case "several":
      return t("It holds several modules. Give each its own folder or file.");
    case "locked":
      return t("It is locked with a key, which cannot be used here.");
    case "unknown_driver":
      return t("It is a SWORD module, but not a compressed Bible text (zText): {detail}.", { detail });
    case "unknown_versification":
      return t("Its versification is not known here: {detail}.", { detail });
    case "bad_about":
      return t("Its about.json cannot be read.");
    case "broken":
      return t("Its files are damaged or do not fit together.");
    case "empty":
      return t("There is no text in it.");
  }
}

/** A translation as one file that is read by place. */
export function writeText({ about, books }: TextSource): Buffer {
  const chapters: Buffer[] = [];
  const hits = new Map<string, number[]>();
  const starts: number[] = [];
  const head: Pick<TextHead, "about" | "books"> = { about, books: [] };
  let count = 0;
  for (const { osis, chapters: given } of books) {
    const last: number[] = [];
    for (let number = 1; number < given.length; number++) {
      const verses = Array.from(given[number] ?? [], (verse) => verse);
      last.push(Math.max(0, verses.length - 1));
      chapters.push(
        Buffer.from(
          verses.map((verse) => (verse === undefined ? MISSING_VERSE : plain(verse))).join(VERSE_SEPARATOR),
        ),
      );
      for (const verse of verses.slice(1)) {
        starts.push(count);
        for (const word of tokenize(verse ?? "")) {
          const places = hits.get(word);
          if (places) places.push(count);
          else hits.set(word, [count]);
          count++;
        }
        count++;
      }
    }
    head.books.push({ osis, last });
  }
  const words = [...hits].map(([word, places]) => ({ bytes: Buffer.from(word), places }));
  words.sort((a, b) => a.bytes.compare(b.bytes));
  const postings = words.map(({ places }) => differences(places));
  return assemble(
    head,
    { verses: starts.length, words: words.length },
    {
      chapters: Buffer.concat(chapters),
      chapterAt: places(chapters),
      starts: numbers([...starts, count]),
      words: Buffer.concat(words.map(({ bytes }) => bytes)),
      wordAt: places(words.map(({ bytes }) => bytes)),
      hits: Buffer.concat(postings),
      hitAt: places(postings),
    },
  );
}

/** Removes the two characters that separate verses: they must not occur within one. */
const plain = (verse: string) =>
  verse.replaceAll(VERSE_SEPARATOR, "").replaceAll(MISSING_VERSE, "").toWellFormed();

function assemble(
  head: Pick<TextHead, "about" | "books">,
  counts: Pick<TextHead, "verses" | "words">,
  given: Record<TextSection, Buffer>,
): Buffer {
  let at = 0;
  const parts = {} as TextHead["parts"];
  for (const part of sectionsInOrder) {
    parts[part] = [at, given[part].length];
    at += given[part].length;
  }
  const written = Buffer.from(JSON.stringify({ ...head, ...counts, parts } satisfies TextHead));
  return Buffer.concat([
    Buffer.from(FORMAT_MAGIC),
    numbers([written.length]),
    written,
    ...sectionsInOrder.map((part) => given[part]),
  ]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

/** Where each piece begins, and where the last one ends. */
function places(pieces: readonly Buffer[]): Buffer {
  let at = 0;
  const found = [0];
  for (const piece of pieces) found.push((at += piece.length));
  return numbers(found);
}

/** Rising numbers as differences, seven bits a byte. */
function differences(values: readonly number[]): Buffer {
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
