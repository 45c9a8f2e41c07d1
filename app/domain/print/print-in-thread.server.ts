import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE } from "~/domain/calendar/durations";
import { readFaces } from "~/platform/pdf/faces.server";
import type { BookPart } from "./block";
import { PrintError } from "./print-error";
import type { PrintAnswer, PrintedParts, PrintTask } from "./print-task";
import type { ThreadTask } from "./print-thread.server";

/** What printing may cost. Ten years of daily entries take half a minute and a hundred megabytes. */
const MOST = { ms: 2 * MINUTE, megabytes: 384 };

/**
 * Prints in a separate thread, so that others are served meanwhile. What is printed is asked for some parts at a time, and
 * the file is given piece by piece. @throws PrintError
 */
export async function* printInThread(
  task: PrintTask,
  parts: AsyncIterable<BookPart[]>,
  most = MOST,
): AsyncGenerator<Uint8Array> {
  const faces = task.kind === "epub" ? {} : readFaces();
  const worker = new Worker(path.resolve(".prepare/workers/print-thread.js"), {
    env: {},
    workerData: { task, faces } satisfies ThreadTask,
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

function answerOf(worker: Worker, ms: number): Promise<PrintAnswer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new PrintError("too_costly"));
    const deadline = setTimeout(ended, ms);
    const failed = (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? ended() : reject(error);
    worker.once("exit", ended).once("error", failed);
    worker.once("message", (said: PrintAnswer) => {
      clearTimeout(deadline);
      worker.off("exit", ended).off("error", failed);
      resolve(said);
    });
  });
}
