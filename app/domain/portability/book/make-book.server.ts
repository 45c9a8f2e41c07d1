import { randomUUID } from "node:crypto";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import type { Span } from "~/domain/calendar/church-year";
import type { EntryContent } from "~/domain/journal/entries/content";
import { contentOrNull, journalKeys } from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import type { ExportDownload } from "~/domain/portability/export-journal.server";
import { journalPages } from "~/domain/portability/journal-pages.server";
import { acquirePrintSlot, printInWorker } from "~/domain/print/print-in-worker.server";
import { enlargeType, missingScripts, PAGE_FORMS, PrintError, widenSpacing } from "~/domain/print/print-task";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { defaultBookOptions, formatBookSpan, MAX_BOOK_ENTRIES, type BookOptions } from "./book-options";
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

const PART_BYTES = 512 * 1024;
/** Space for about six hundred pictures; the text of ten years of daily entries needs a fiftieth of this. */
const MAX_BOOK_BYTES = 192 * 1024 * 1024;

type StartBookResult = { ok: true; id: string } | { ok: false; code: "nothing" | "too_many" | "busy" };

/** Starts a book, which is made after the response; its page shows the progress. Recorded in the audit log as an export. */
export async function startBook(member: Member, choice: BookOptions): Promise<StartBookResult> {
  const release = await acquirePrintSlot();
  if (!release) return { ok: false, code: "busy" };
  let isStarted = false;
  try {
    const entries = await countBookEntries(member, choice, MAX_BOOK_ENTRIES);
    if (entries === 0) return { ok: false, code: "nothing" };
    if (entries > MAX_BOOK_ENTRIES) return { ok: false, code: "too_many" };
    const { title, format, from, to } = choice;
    const fileName = `still-and-know-${from}-${to}.${format}`;
    const details = { format: `book-${format}` };
    await audit({ kind: "journal.exported", actorId: member.id, subjectId: member.id, details });
    const id = await createPendingBook(member, { title, format, fileName }, entries);
    isStarted = true;
    void makeBook(member, choice, id).finally(() => void release());
    return { ok: true, id };
  } finally {
    if (!isStarted) await release();
  }
}

/** Makes the file and stores it in parts. Never throws: a failure is stored for the book's page. */
async function makeBook(member: Member, choice: BookOptions, id: string): Promise<void> {
  try {
    const parts: number[] = [];
    for await (const bytes of joinBytes(bookFile(member, choice, id))) {
      await saveBookPart(member, id, parts.length, bytes);
      parts.push(bytes.length);
      if (parts.length * PART_BYTES > MAX_BOOK_BYTES) throw new PrintError("too_long");
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
  const { title, name, paper, size, format } = choice;
  const cover = { title, name, span: formatBookSpan(choice) };
  const kind = format === "epub" ? "epub" : "book";
  const task = { kind, cover, paper, size, look: member.look, id: randomUUID(), at: now() } as const;
  return printInWorker(task, trackedParts(member, choice, id));
}

/** The days of the first and the last entry; null without entries. */
async function journalSpan({ id }: Member): Promise<Span | null> {
  const oldest = JournalEntryModel.findOne({ userId: id, status: "final", deletedAt: null });
  const newest = JournalEntryModel.findOne({ userId: id, status: "final", deletedAt: null });
  const [first, last] = await Promise.all([
    oldest.sort({ forDate: 1 }).select({ forDate: 1 }).lean(),
    newest.sort({ forDate: -1 }).select({ forDate: 1 }).lean(),
  ]);
  return first && last ? { from: first.forDate, to: last.forDate } : null;
}

/** Makes an EPUB of the whole journal, of any length, while it is downloaded. */
export async function writeWholeBook(member: Member): Promise<ExportDownload> {
  const today = todayIn(member.timezone);
  const span = (await journalSpan(member)) ?? { from: today, to: today };
  const choice = defaultBookOptions(member, today, new URLSearchParams(span));
  const { title, name, paper, size } = choice;
  const cover = { title, name, span: formatBookSpan(choice) };
  const task = { kind: "epub", cover, paper, size, look: member.look, id: randomUUID(), at: now() } as const;
  return {
    fileName: `still-and-know-${span.from}-${span.to}.epub`,
    type: "application/epub+zip",
    body: printWhenFree(() => printInWorker(task, bookParts(member, { ...choice, laidDown: true }))),
  };
}

/** Acquires a print slot only when the download begins, so that a download that never begins blocks no slot. */
async function* printWhenFree(print: () => AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const release = await acquirePrintSlot();
  if (!release) throw new PrintError("too_costly");
  try {
    yield* print();
  } finally {
    await release();
  }
}

/** Whether a print slot is free now. */
export async function isPrintingFree(): Promise<boolean> {
  const release = await acquirePrintSlot();
  await release?.();
  return release !== null;
}

/** Yields the parts of the book and stores the progress. Stops when the pending book was replaced or has expired. */
async function* trackedParts(member: Member, choice: BookOptions, id: string) {
  let count = 0;
  for await (const parts of bookParts(member, choice, (entries) => (count = entries))) {
    if (!(await updateProgress(member, id, count))) throw new PrintError("too_costly");
    yield parts;
  }
}

/** Joins chunks into parts of at least PART_BYTES; the last part can be smaller. */
async function* joinBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    buffered.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(buffered);
}

/** Finds the scripts of a book that the PDF fonts lack. Reads every entry. */
async function scriptsMissingInBook(member: Member, choice: BookOptions): Promise<string[]> {
  const missing = new Set<string>();
  const check = (value: unknown) => {
    for (const script of missingScripts(JSON.stringify(value))) missing.add(script);
  };
  const slots = slotsOf(choice);
  let hasCheckedVerse = choice.passages !== "text";
  check([choice.title, choice.name]);
  for await (const page of journalPages(member, { filters: filtersOf(choice) })) {
    for (const { slot, content, dayName = "", passageRef } of page.entries) {
      if (!slots.includes(slot)) continue;
      check([content, dayName]);
      if (hasCheckedVerse || !passageRef) continue;
      check(verseBlocks(passageRef, member.prayer.translation));
      hasCheckedVerse = true;
    }
  }
  if (choice.laidDown) for await (const parts of intentionParts(member, choice)) check(parts);
  return [...missing];
}

type BookEstimate = {
  entries: number;
  pages: number;
  isTooLong: boolean;
  /** Codes of scripts that the PDF fonts lack, found in the sample or in every entry (`readsAll`). */
  scripts: string[];
};

/** Number of newest entries that are searched for missing scripts (`letters`) and measured (`length`). */
const SAMPLE = { letters: 100, length: 25 };

/**
 * Estimates the length of a book from a fixed sample and a count in the index, so that the form costs the same for a long
 * journal. `readsAll`: search every entry for scripts that the PDF fonts lack.
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
  const page =
    member.look.spacing === "wide" ? widenSpacing(PAGE_FORMS[choice.paper]) : PAGE_FORMS[choice.paper];
  const { inner, outer, width, height, top, foot, text, lineHeight, wordSpacing } =
    choice.size === "large" ? enlargeType(page) : page;
  // A character is 0.43 em wide on average; every sixth character is a space, which `wordSpacing` widens.
  const letters = (width - inner - outer) / (text * (0.43 + wordSpacing / 6));
  const newest =
    choice.format === "pdf" ? missingScripts(JSON.stringify([choice.title, choice.name, contents])) : [];
  const measured = contents.slice(0, SAMPLE.length);
  const lines = measured.reduce((sum, content) => sum + linesIn(content, letters, choice), 0);
  const linesPerEntry = measured.length > 0 ? lines / measured.length : 0;
  const linesPerPage = (height - top - foot) / (text * lineHeight);
  const pages = Math.ceil((linesPerEntry * entries) / linesPerPage) + (entries > 0 ? 6 : 0);
  return {
    entries,
    pages: roundPages(pages),
    isTooLong: entries > MAX_BOOK_ENTRIES,
    scripts: [...new Set([...scripts, ...newest])],
  };
}

/** Estimated lines of an entry: for date, name and spacing (`frame`), for a passage, and for each picture. */
const LINES = { frame: 5, verses: 8, picture: 15 };

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
  const pictureLines = choice.pictures ? pictures.length * LINES.picture : 0;
  return LINES.frame + written + questions + pictureLines + (choice.passages === "text" ? LINES.verses : 0);
}

const roundPages = (pages: number) => (pages > 40 ? Math.round(pages / 10) * 10 : pages);
