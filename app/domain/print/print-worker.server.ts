import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { FontFiles } from "~/platform/pdf/fonts.server";
import { createMeasure, hyphenate, writePdf } from "~/platform/pdf/write-pdf.server";
import { layoutBook, layoutBooklet, layoutSheets } from "./layout/layout-book";
import { imposeBooklet, type Sheet } from "./layout/page-flow";
import {
  bookletForm,
  enlargeType,
  equalizeMargins,
  PAGE_FORMS,
  PrintError,
  reduceType,
  widenSpacing,
  type BookPart,
  type PageForm,
  type PrintedParts,
  type PrintReply,
  type PrintTask,
} from "./print-task";
import { writeEpub } from "./write-epub.server";

export type PrintWorkerTask = { task: PrintTask; faces: FontFiles };

/** Enough for a book of more than ten years of long entries, and for the thickest booklet that can be folded. */
const MAX_PAGES = { book: 12_000, sheets: 400 };

/** Lays out the pages and writes the file, both as streams. */
function fileOf(
  { task, faces }: PrintWorkerTask,
  parts: AsyncIterable<BookPart>,
): AsyncGenerator<Uint8Array> {
  const { kind, cover, paper, fold = false, small = false, size, look, language = "en" } = task;
  if (kind === "epub") return writeEpub({ ...task, faces }, parts);
  const isEnglish = /^en\b/i.test(language);
  const sized = fold ? bookletForm(paper) : PAGE_FORMS[paper];
  const whole = look.spacing === "wide" ? widenSpacing(sized) : sized;
  const page = kind === "book" ? whole : equalizeMargins(whole);
  const reduced = small ? { ...reduceType(page), ...(size === "large" && { text: page.text }) } : page;
  const form = size === "large" ? enlargeType(reduced) : reduced;
  const letters = {
    ...createMeasure(faces),
    wordSpacing: form.wordSpacing,
    hyphenated: isEnglish ? hyphenate : (word: string) => [word],
  };
  const file = { title: cover.title, author: cover.name, language, width: form.width, height: form.height };
  if (kind === "book") {
    const sheets = limitPages(layoutBook(cover, parts, form, letters), MAX_PAGES.book);
    return writePdf({ ...file, sheets }, faces);
  }
  const laidOut =
    kind === "sheets"
      ? layoutSheets(cover, parts, form, letters)
      : layoutBooklet(cover, parts, form, letters);
  const sheets = limitPages(laidOut, MAX_PAGES.sheets);
  return fold
    ? writePdf({ ...file, width: form.width * 2, sheets: imposeSheets(sheets, form) }, faces)
    : writePdf({ ...file, sheets }, faces);
}

async function* limitPages(sheets: AsyncIterable<Sheet>, max: number): AsyncGenerator<Sheet> {
  let count = 0;
  for await (const sheet of sheets) {
    if (++count > max) throw new PrintError("too_long");
    yield sheet;
  }
}

async function* imposeSheets(sheets: AsyncIterable<Sheet>, form: PageForm): AsyncGenerator<Sheet> {
  const pages: Sheet[] = [];
  for await (const sheet of sheets) pages.push(sheet);
  yield* imposeBooklet(pages, form);
}

/** The next message of the main thread. Waiting for it after each reply provides back-pressure in both directions. */
const nextMessage = (port: MessagePort): Promise<unknown> =>
  new Promise((resolve) => port.once("message", resolve));

async function* partsFrom(port: MessagePort, send: (reply: PrintReply) => void): AsyncGenerator<BookPart> {
  for (;;) {
    const next = nextMessage(port);
    send({ want: true });
    const parts = (await next) as PrintedParts;
    if (!parts) return;
    yield* parts;
  }
}

/** Worker entry (started by print-in-worker.server.ts): prints one document. */
async function serve(port: MessagePort): Promise<void> {
  const send = (reply: PrintReply) => port.postMessage(reply);
  try {
    for await (const bytes of fileOf(workerData as PrintWorkerTask, partsFrom(port, send))) {
      const next = nextMessage(port);
      send({ bytes });
      await next;
    }
    send({ done: true });
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    send({ refused: error.code });
  }
}

if (parentPort) void serve(parentPort);
