import { randomUUID } from "node:crypto";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { ConcurrencyLimit, type Release } from "~/platform/concurrency.server";
import { loadFonts } from "~/platform/pdf/fonts.server";
import {
  PrintError,
  type BookPart,
  type PrintedParts,
  type PrintRefusal,
  type PrintReply,
  type PrintTask,
} from "./print-task";
import type { PrintWorkerTask } from "./print-worker.server";

/** Each file has a thread and a hundred megabytes: a third is told to wait. */
const limit = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 0 });

/** Takes one of the places at the press, until what is given back is called; null where both are taken. */
export async function acquirePrintSlot(): Promise<Release | null> {
  return limit.isBusy("all") ? null : limit.acquire("all");
}

/** What printing may cost. Ten years of daily entries take half a minute and a hundred megabytes. */
const MOST = { ms: 2 * MINUTE, megabytes: 384 };

/**
 * Prints in a separate thread, so that others are served meanwhile. What is printed is asked for some parts at a time, and
 * the file is given piece by piece. @throws PrintError
 */
export async function* printInWorker(
  task: PrintTask,
  parts: AsyncIterable<BookPart[]>,
  most = MOST,
): AsyncGenerator<Uint8Array> {
  const faces = task.kind === "epub" ? {} : loadFonts();
  const worker = new Worker(path.resolve(".prepare/workers/print-worker.js"), {
    env: {},
    workerData: { task, faces } satisfies PrintWorkerTask,
    resourceLimits: { maxOldGenerationSizeMb: most.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const waiting = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const said = await answerOf(worker, most.ms);
      if ("refused" in said) throw new PrintError(said.refused);
      if ("done" in said) return;
      if ("bytes" in said) {
        yield said.bytes;
        worker.postMessage("next");
      } else {
        const { done, value } = await waiting.next();
        worker.postMessage((done ? null : value) satisfies PrintedParts);
      }
    }
  } finally {
    await worker.terminate();
    await waiting.return?.();
  }
}

function answerOf(worker: Worker, ms: number): Promise<PrintReply> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new PrintError("too_costly"));
    const deadline = setTimeout(ended, ms);
    const failed = (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? ended() : reject(error);
    worker.once("exit", ended).once("error", failed);
    worker.once("message", (said: PrintReply) => {
      clearTimeout(deadline);
      worker.off("exit", ended).off("error", failed);
      resolve(said);
    });
  });
}

/** A few sheets or a booklet: small enough to be made at once, and to lie in memory. */
export type SheetsTask = Omit<PrintTask, "id" | "at"> & { kind: "sheets" | "booklet" };
export type PrintedSheets = { ok: true; bytes: Uint8Array } | { ok: false; code: PrintRefusal | "busy" };

/** Prints sheets at once, as a PDF. */
export async function printSheets(
  task: SheetsTask,
  parts: AsyncIterable<BookPart[]>,
): Promise<PrintedSheets> {
  const leave = await acquirePrintSlot();
  if (!leave) return { ok: false, code: "busy" };
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of printInWorker({ ...task, id: randomUUID(), at: now() }, parts))
      pieces.push(piece);
    return { ok: true, bytes: Buffer.concat(pieces) };
  } catch (error) {
    if (!(error instanceof PrintError)) throw error;
    return { ok: false, code: error.code };
  } finally {
    await leave();
  }
}
