import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { EntryContent } from "~/domain/journal/entries/content";
import { contentOrNull, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { missingScripts } from "~/domain/print/block";
import { PAGE_FORMS } from "~/domain/print/paper";
import { bookQuery, countBookEntries, filtersOf, laidDownParts, slotsOf } from "./book-parts.server";
import { MAX_BOOK_ENTRIES, type BookOptions } from "./choice";
import { verseBlocks } from "./entry-part.server";

/** The scripts in a book that a PDF has no letters for, by their codes. Reads every entry of it. */
async function scriptsMissingInBook(member: Member, choice: BookOptions): Promise<string[]> {
  const missing = new Set<string>();
  const look = (value: unknown) => {
    for (const script of missingScripts(JSON.stringify(value))) missing.add(script);
  };
  const slots = slotsOf(choice);
  let hasSeenVerse = choice.passages !== "text";
  look([choice.title, choice.name]);
  for await (const page of journalPages(member, { filters: filtersOf(choice) })) {
    for (const { slot, content, dayName = "", passageRef } of page.entries) {
      if (!slots.includes(slot)) continue;
      look([content, dayName]);
      if (hasSeenVerse || !passageRef) continue;
      look(verseBlocks(passageRef, member.prayer.translation));
      hasSeenVerse = true;
    }
  }
  if (choice.laidDown) for await (const parts of laidDownParts(member, choice)) look(parts);
  return [...missing];
}

/** What a book will have in it: how many entries, and about how many pages. */
export type BookEstimate = {
  entries: number;
  pages: number;
  isTooLong: boolean;
  /** The scripts that a PDF has no letters for, as far as was looked. */
  scripts: string[];
};

/** How many of the newest entries are read for letters that a PDF does not have, and for their length. */
const SAMPLE = { letters: 100, length: 25 };

/**
 * Estimates the length of a book. The query reads a fixed sample and counts in an index, so that opening the form costs the same
 * for a long journal; `readsAll` reads every entry for letters that a PDF lacks.
 */
export async function estimateBook(
  member: Member,
  choice: BookOptions,
  { readsAll = false } = {},
): Promise<BookEstimate> {
  const keys = journalKeys(member);
  const [entries, sample, scripts] = await Promise.all([
    countBookEntries(member, choice, MAX_BOOK_ENTRIES),
    JournalEntryModel.find(bookQuery(member, choice), { sealed: 1 })
      .sort(NEWEST_FIRST)
      .limit(SAMPLE.letters)
      .lean<Pick<JournalEntryRecord, "_id" | "sealed">[]>(),
    choice.format === "pdf" && readsAll ? scriptsMissingInBook(member, choice) : [],
  ]);
  const contents = sample.map((record) => contentOrNull(keys, record)).filter((content) => content !== null);
  const { inner, outer, width, height, top, foot, text } = PAGE_FORMS[choice.paper];
  const letters = (width - inner - outer) / (text * 0.43);
  const newest =
    choice.format === "pdf" ? missingScripts(JSON.stringify([choice.title, choice.name, contents])) : [];
  const measured = contents.slice(0, SAMPLE.length);
  const lines = measured.reduce((sum, content) => sum + linesIn(content, letters, choice), 0);
  const each = measured.length > 0 ? lines / measured.length : 0;
  const onPage = (height - top - foot) / (text * 1.42);
  const pages = Math.ceil((each * entries) / onPage) + (entries > 0 ? 6 : 0);
  return {
    entries,
    pages: rounded(pages),
    isTooLong: entries > MAX_BOOK_ENTRIES,
    scripts: [...new Set([...scripts, ...newest])],
  };
}

/** The date, the name and the room between entries. */
const AROUND = 5;
const VERSES = 8;
const PICTURE = 15;

function linesIn(
  { answers, body, pictures = [] }: EntryContent,
  letters: number,
  choice: BookOptions,
): number {
  const texts = [...answers.map(({ text }) => text), body].filter(Boolean);
  const written = texts.reduce(
    (sum, text) =>
      sum + text.split("\n").reduce((all, line) => all + Math.ceil((line.length + 1) / letters), 0),
    0,
  );
  const questions = choice.questions ? answers.length * 1.8 : answers.length * 0.4;
  const shown = choice.pictures ? pictures.length * PICTURE : 0;
  return AROUND + written + questions + shown + (choice.passages === "text" ? VERSES : 0);
}

/** Nobody counts on the last digit. */
const rounded = (pages: number) => (pages > 40 ? Math.round(pages / 10) * 10 : pages);
