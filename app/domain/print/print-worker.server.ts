import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { FontFiles } from "~/platform/pdf/fonts.server";
import { createMeasure, hyphenate, writePdf } from "~/platform/pdf/write-pdf.server";
import { layoutBook, layoutBooklet, layoutSheets } from "./layout/layout-book";
import { imposeBooklet, type Sheet } from "./layout/page-flow";
import {
  bookletForm,
  equalizeMargins,
  PAGE_FORMS,
  PrintError,
  reduceType,
  type BookPart,
  type PageForm,
  type PrintedParts,
  type PrintReply,
  type PrintTask,
} from "./print-task";
import { writeEpub } from "./write-epub.server";

/** A thread is given its task and the face, and then asks for what to print. */
export type PrintWorkerTask = { task: PrintTask; faces: FontFiles };

/** Ten years of long entries have fewer pages; a booklet is one that can be folded. */
const MOST_PAGES = { book: 12_000, sheets: 400 };

/** Runs in a thread of its own (print-in-worker.server.ts): sets pages and writes the file piece by piece. */
function fileOf(
  { task, faces }: PrintWorkerTask,
  parts: AsyncIterable<BookPart>,
): AsyncGenerator<Uint8Array> {
  const { kind, cover, paper, fold = false, small = false, language = "en" } = task;
  if (kind === "epub") return writeEpub(task, parts);
  const isEnglish = /^en\b/i.test(language);
  const letters = { ...createMeasure(faces), hyphenated: isEnglish ? hyphenate : (word: string) => [word] };
  const whole = fold ? bookletForm(paper) : PAGE_FORMS[paper];
  const page = kind === "book" ? whole : equalizeMargins(whole);
  const form = small ? reduceType(page) : page;
  const file = { title: cover.title, author: cover.name, language, width: form.width, height: form.height };
  if (kind === "book") {
    const sheets = counted(layoutBook(cover, parts, form, letters), MOST_PAGES.book);
    return writePdf({ ...file, sheets }, faces);
  }
  const set =
    kind === "sheets"
      ? layoutSheets(cover, parts, form, letters)
      : layoutBooklet(cover, parts, form, letters);
  const sheets = counted(set, MOST_PAGES.sheets);
  return fold
    ? writePdf({ ...file, width: form.width * 2, sheets: folded(sheets, form) }, faces)
    : writePdf({ ...file, sheets }, faces);
}

async function* counted(sheets: AsyncIterable<Sheet>, most: number): AsyncGenerator<Sheet> {
  let count = 0;
  for await (const sheet of sheets) {
    if (++count > most) throw new PrintError("too_long");
    yield sheet;
  }
}

async function* folded(sheets: AsyncIterable<Sheet>, form: PageForm): AsyncGenerator<Sheet> {
  const pages: Sheet[] = [];
  for await (const sheet of sheets) pages.push(sheet);
  yield* imposeBooklet(pages, form);
}

/** What the main thread answers next: it goes on when it has taken the last piece, and so neither runs ahead. */
const heard = (port: MessagePort): Promise<unknown> =>
  new Promise((resolve) => port.once("message", resolve));

async function* partsFrom(port: MessagePort, say: (answer: PrintReply) => void): AsyncGenerator<BookPart> {
  for (;;) {
    const next = heard(port);
    say({ want: true });
    const parts = (await next) as PrintedParts;
    if (!parts) return;
    yield* parts;
  }
}

async function serve(port: MessagePort): Promise<void> {
  const say = (answer: PrintReply) => port.postMessage(answer);
  try {
    for await (const bytes of fileOf(workerData as PrintWorkerTask, partsFrom(port, say))) {
      const next = heard(port);
      say({ bytes });
      await next;
    }
    say({ done: true });
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    say({ refused: error.code });
  }
}

if (parentPort) void serve(parentPort);
