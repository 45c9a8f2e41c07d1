import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The King James Version in its standard text of 1769, from the package `kjv`. Nothing is read until someone who has chosen
 * it asks for a verse; then it is kept as one string a verse.
 */
const BOOK_NAMES =
  "Gen Genesis Exod Exodus Lev Leviticus Num Numbers Deut Deuteronomy Josh Joshua Judg Judges Ruth Ruth 1Sam 1_Samuel " +
  "2Sam 2_Samuel 1Kgs 1_Kings 2Kgs 2_Kings 1Chr 1_Chronicles 2Chr 2_Chronicles Ezra Ezra Neh Nehemiah Esth Esther " +
  "Job Job Ps Psalms Prov Proverbs Eccl Ecclesiastes Song Solomon's_Song Isa Isaiah Jer Jeremiah Lam Lamentations " +
  "Ezek Ezekiel Dan Daniel Hos Hosea Joel Joel Amos Amos Obad Obadiah Jonah Jonah Mic Micah Nah Nahum Hab Habakkuk " +
  "Zeph Zephaniah Hag Haggai Zech Zechariah Mal Malachi Matt Matthew Mark Mark Luke Luke John John Acts Acts Rom " +
  "Romans 1Cor 1_Corinthians 2Cor 2_Corinthians Gal Galatians Eph Ephesians Phil Philippians Col Colossians 1Thess " +
  "1_Thessalonians 2Thess 2_Thessalonians 1Tim 1_Timothy 2Tim 2_Timothy Titus Titus Phlm Philemon Heb Hebrews Jas " +
  "James 1Pet 1_Peter 2Pet 2_Peter 1John 1_John 2John 2_John 3John 3_John Jude Jude Rev Revelation";
const words = BOOK_NAMES.split(" ").map((word) => word.replace("_", " "));
const osisOf = new Map(
  words.flatMap((osis, at) => (at % 2 === 0 ? [[words[at + 1] ?? "", osis] as const] : [])),
);

let books: Map<string, string[][]> | undefined;

function readAll(): Map<string, string[][]> {
  const file = createRequire(import.meta.url).resolve("kjv/json/verses-1769.json");
  const verses = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const all = new Map<string, string[][]>();
  for (const [place, text] of Object.entries(verses)) {
    const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(place) ?? [];
    const osis = osisOf.get(name);
    if (!osis) continue;
    const book = all.get(osis) ?? [];
    all.set(osis, book);
    // "#" begins a paragraph, and brackets mark the italics of words that the translators supplied.
    (book[Number(chapter)] ??= [])[Number(verse)] = text.replace(/^# /, "").replace(/[[\]]/g, "");
  }
  return all;
}

/** The chapters of a book by its OSIS name, each a list of verses from 1 on. */
export function kingJamesBook(osis: string): readonly (readonly string[])[] | undefined {
  books ??= readAll();
  return books.get(osis);
}
