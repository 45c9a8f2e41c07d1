import { randomUUID } from "node:crypto";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { EntryContent } from "~/domain/journal/entries/content";
import { contentOrNull, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { acquirePrintSlot, printInWorker } from "~/domain/print/print-in-worker.server";
import { missingScripts, PAGE_FORMS, PrintError } from "~/domain/print/print-task";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { formatBookSpan, MAX_BOOK_ENTRIES, type BookOptions } from "./book-options";
import {
  bookParts,
  bookQuery,
  countBookEntries,
  filtersOf,
  intentionParts,
  slotsOf,
  verseBlocks,
} from "./book-parts.server";
import {
  completeBook,
  createPendingBook,
  failBook,
  saveBookPart,
  updateProgress,
} from "./staged-book.server";

const PART = 512 * 1024;
/** Ten years of daily entries are a fiftieth of it; the rest is for pictures, some six hundred. */
const MOST_BYTES = 192 * 1024 * 1024;

export type StartBookResult = { ok: true; id: string } | { ok: false; code: "nothing" | "too_many" | "busy" };

/**
 * Begins to make a book, which goes on after the answer: its page says how far it is. Recorded in the person's security
 * events, as an export is.
 */
export async function startBook(member: Member, choice: BookOptions): Promise<StartBookResult> {
  const leave = await acquirePrintSlot();
  if (!leave) return { ok: false, code: "busy" };
  let goesOn = false;
  try {
    const entries = await countBookEntries(member, choice, MAX_BOOK_ENTRIES);
    if (entries === 0) return { ok: false, code: "nothing" };
    if (entries > MAX_BOOK_ENTRIES) return { ok: false, code: "too_many" };
    const { title, format, from, to } = choice;
    const fileName = `still-and-know-${from}-${to}.${format}`;
    const details = { format: `book-${format}` };
    await audit({ kind: "journal.exported", actorId: member.id, subjectId: member.id, details });
    const id = await createPendingBook(member, { title, format, fileName }, entries);
    goesOn = true;
    void makeBook(member, choice, id).finally(() => void leave());
    return { ok: true, id };
  } finally {
    if (!goesOn) await leave();
  }
}

/** Makes the file and keeps it, part by part. Never throws: what fails is said on the book's page. */
async function makeBook(member: Member, choice: BookOptions, id: string): Promise<void> {
  try {
    const parts: number[] = [];
    for await (const bytes of inParts(bookFile(member, choice, id))) {
      await saveBookPart(member, id, parts.length, bytes);
      parts.push(bytes.length);
      if (parts.length * PART > MOST_BYTES) throw new PrintError("too_long");
    }
    await completeBook(member, id, parts);
    log.info("book.made", { format: choice.format, bytes: parts.reduce((sum, each) => sum + each, 0) });
  } catch (error) {
    const code = error instanceof PrintError ? error.code : "broken";
    if (code === "broken") log.error("book.broken", error);
    await failBook(member, id, code).catch((failure) => log.error("book.unsaid", failure));
  }
}

function bookFile(member: Member, choice: BookOptions, id: string): AsyncGenerator<Uint8Array> {
  const { title, name, paper, format } = choice;
  const cover = { title, name, span: formatBookSpan(choice) };
  const kind = format === "epub" ? "epub" : "book";
  return printInWorker({ kind, cover, paper, id: randomUUID(), at: now() }, noted(member, choice, id));
}

/** The entries on their way, with a note of how many have gone; nothing more where nobody waits for the book. */
async function* noted(member: Member, choice: BookOptions, id: string) {
  let count = 0;
  for await (const parts of bookParts(member, choice, (entries) => (count = entries))) {
    if (!(await updateProgress(member, id, count))) throw new PrintError("too_costly");
    yield parts;
  }
}

async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < PART) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

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
  if (choice.laidDown) for await (const parts of intentionParts(member, choice)) look(parts);
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
