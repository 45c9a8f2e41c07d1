import { Worker } from "node:worker_threads";
import { SECOND } from "~/domain/calendar/durations";
import { nothingFound, withPiece, type Found, type ReadingTask } from "./found";
import type { ThreadAnswer } from "./import-thread.server";
import { UploadError } from "./upload-error";

/** What reading one file may cost. A journal of decades takes two seconds and a hundred megabytes. */
const MOST = { ms: 10 * SECOND, megabytes: 384 };

/**
 * Reads an uploaded file in a separate thread, because it may hold anything: others are served
 * meanwhile, and it is stopped when it takes too long or too much memory. @throws UploadError
 */
export async function readInThread({ bytes, ...task }: ReadingTask, most = MOST): Promise<Found> {
  // Loads four hundred kilobytes of code only when someone imports, not at every start.
  const { default: code } = await import("./import-thread.server.ts?thread");
  const own = new Uint8Array(bytes);
  const worker = new Worker(code, {
    eval: true,
    env: {},
    workerData: { ...task, bytes: own } satisfies ReadingTask,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: most.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const deadline = setTimeout(() => void worker.terminate(), most.ms);
  let found = nothingFound();
  try {
    for (let said = await answerOf(worker); said; said = await answerOf(worker)) {
      clearTimeout(deadline);
      if ("refused" in said) throw new UploadError(said.refused);
      found = withPiece(found, said);
      worker.postMessage("next");
    }
    return found;
  } finally {
    clearTimeout(deadline);
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new UploadError("too_costly"));
    const failed = (error: Error & { code?: string }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? ended() : reject(error);
    worker.once("exit", ended).once("error", failed);
    worker.once("message", (said: ThreadAnswer) => {
      worker.off("exit", ended).off("error", failed);
      resolve(said);
    });
  });
}
