import { randomUUID } from "node:crypto";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { acquirePrintSlot, printInWorker } from "~/domain/print/print-in-worker.server";
import { PrintError } from "~/domain/print/print-task";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { bookParts, countBookEntries } from "./book-parts.server";
import { bookSpanInWords } from "./chapters";
import { MAX_BOOK_ENTRIES, type BookOptions } from "./choice";
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
  const cover = { title, name, span: bookSpanInWords(choice) };
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
