import { randomUUID } from "node:crypto";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { ConcurrencyLimit, type Release } from "~/platform/concurrency.server";
import { loadFonts, loadHyperlegible, type FontFiles } from "~/platform/pdf/fonts.server";
import {
  PrintError,
  type BookPart,
  type PrintedParts,
  type PrintRefusal,
  type PrintReply,
  type PrintTask,
} from "./print-task";
import type { PrintWorkerTask } from "./print-worker.server";

/** Each print job needs a worker and a hundred megabytes, so a third concurrent job is rejected. */
const limit = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 0 });

/** Acquires a print slot; null if all are taken. */
export async function acquirePrintSlot(): Promise<Release | null> {
  return limit.isBusy("all") ? null : limit.acquire("all");
}

/** Timeout of one reply, and memory. Ten years of daily entries take half a minute and a hundred megabytes. */
const WORKER_LIMITS = { ms: 2 * MINUTE, megabytes: 384 };

/** Prints in a worker thread. `parts` is read on demand, and the file is yielded in chunks. @throws PrintError */
export async function* printInWorker(
  task: PrintTask,
  parts: AsyncIterable<BookPart[]>,
  limits = WORKER_LIMITS,
): AsyncGenerator<Uint8Array> {
  const faces = facesOf(task);
  const worker = new Worker(path.resolve(".prepare/workers/print-worker.js"), {
    env: {},
    workerData: { task, faces } satisfies PrintWorkerTask,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const source = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const reply = await nextReply(worker, limits.ms);
      if ("refused" in reply) throw new PrintError(reply.refused);
      if ("done" in reply) return;
      if ("bytes" in reply) {
        yield reply.bytes;
        worker.postMessage("next");
      } else {
        const { done, value } = await source.next();
        worker.postMessage((done ? null : value) satisfies PrintedParts);
      }
    }
  } finally {
    await worker.terminate();
    await source.return?.();
  }
}

/** The fonts of a document. An EPUB embeds only a font that the member chose; without one the reading app chooses. */
function facesOf({ kind, look: { letters } }: PrintTask): FontFiles {
  if (kind !== "epub") return loadFonts(letters);
  return letters === "hyperlegible" ? loadHyperlegible() : {};
}

function nextReply(worker: Worker, ms: number): Promise<PrintReply> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new PrintError("too_costly"));
    const deadline = setTimeout(ended, ms);
    const failed = (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? ended() : reject(error);
    worker.once("exit", ended).once("error", failed);
    worker.once("message", (reply: PrintReply) => {
      clearTimeout(deadline);
      worker.off("exit", ended).off("error", failed);
      resolve(reply);
    });
  });
}

/** Sheets and booklets are small enough to be printed during the request and held in memory. */
type SheetsTask = Omit<PrintTask, "id" | "at"> & { kind: "sheets" | "booklet" };
export type PrintedSheets = { ok: true; bytes: Uint8Array } | { ok: false; code: PrintRefusal | "busy" };

/** Prints sheets or a booklet as a PDF. */
export async function printSheets(
  task: SheetsTask,
  parts: AsyncIterable<BookPart[]>,
): Promise<PrintedSheets> {
  const release = await acquirePrintSlot();
  if (!release) return { ok: false, code: "busy" };
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of printInWorker({ ...task, id: randomUUID(), at: now() }, parts))
      chunks.push(chunk);
    return { ok: true, bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    return { ok: false, code: error.code };
  } finally {
    await release();
  }
}
