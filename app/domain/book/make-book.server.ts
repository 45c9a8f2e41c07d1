import { randomUUID } from "node:crypto";
import { audit } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { takePress } from "~/domain/print/press.server";
import { PrintError } from "~/domain/print/print-error";
import { printInThread } from "~/domain/print/print-in-thread.server";
import { now } from "~/platform/clock";
import { log } from "~/platform/log.server";
import { bookParts, countBookEntries } from "./book-parts.server";
import { bookSpanInWords } from "./chapters";
import { MOST_ENTRIES_IN_BOOK, type BookWish } from "./choice";
import { failBook, finishBook, holdBook, holdBookPart, noteProgress } from "./held-book.server";

const PART = 512 * 1024;
/** Ten years of daily entries are a fiftieth of it; the rest is for pictures, some six hundred. */
const MOST_BYTES = 192 * 1024 * 1024;

export type StartBookResult = { ok: true; id: string } | { ok: false; code: "nothing" | "too_many" | "busy" };

/**
 * Begins to make a book, which goes on after the answer: its page says how far it is. Recorded in the person's security
 * events, as an export is.
 */
export async function startBook(member: Member, choice: BookWish): Promise<StartBookResult> {
  const leave = await takePress();
  if (!leave) return { ok: false, code: "busy" };
  let goesOn = false;
  try {
    const entries = await countBookEntries(member, choice, MOST_ENTRIES_IN_BOOK);
    if (entries === 0) return { ok: false, code: "nothing" };
    if (entries > MOST_ENTRIES_IN_BOOK) return { ok: false, code: "too_many" };
    const { title, format, from, to } = choice;
    const fileName = `still-and-know-${from}-${to}.${format}`;
    const details = { format: `book-${format}` };
    await audit({ kind: "journal.exported", actorId: member.id, subjectId: member.id, details });
    const id = await holdBook(member, { title, format, fileName }, entries);
    goesOn = true;
    void makeBook(member, choice, id).finally(() => void leave());
    return { ok: true, id };
  } finally {
    if (!goesOn) await leave();
  }
}

/** Makes the file and keeps it, part by part. Never throws: what fails is said on the book's page. */
async function makeBook(member: Member, choice: BookWish, id: string): Promise<void> {
  try {
    const parts: number[] = [];
    for await (const bytes of inParts(bookFile(member, choice, id))) {
      await holdBookPart(member, id, parts.length, bytes);
      parts.push(bytes.length);
      if (parts.length * PART > MOST_BYTES) throw new PrintError("too_long");
    }
    await finishBook(member, id, parts);
    log.info("book.made", { format: choice.format, bytes: parts.reduce((sum, each) => sum + each, 0) });
  } catch (error) {
    const code = error instanceof PrintError ? error.code : "broken";
    if (code === "broken") log.error("book.broken", error);
    await failBook(member, id, code).catch((failure) => log.error("book.unsaid", failure));
  }
}

function bookFile(member: Member, choice: BookWish, id: string): AsyncGenerator<Uint8Array> {
  const { title, name, paper, format } = choice;
  const cover = { title, name, span: bookSpanInWords(choice) };
  const kind = format === "epub" ? "epub" : "book";
  return printInThread({ kind, cover, paper, id: randomUUID(), at: now() }, noted(member, choice, id));
}

/** The entries on their way, with a note of how many have gone; nothing more where nobody waits for the book. */
async function* noted(member: Member, choice: BookWish, id: string) {
  let count = 0;
  for await (const parts of bookParts(member, choice, (entries) => (count = entries))) {
    if (!(await noteProgress(member, id, count))) throw new PrintError("too_costly");
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
