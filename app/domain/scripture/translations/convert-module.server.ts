import path from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE } from "~/domain/calendar/durations";
import type { ConvertAnswer, ConvertTask } from "./convert-thread.server";

/** What one translation may cost: the largest takes some seconds and three hundred megabytes. */
const MOST = { ms: 2 * MINUTE, megabytes: 700 };

/** Reads a module in a separate thread, because it may hold anything, and the server must answer meanwhile. */
export async function convertModule(task: ConvertTask): Promise<ConvertAnswer> {
  const worker = new Worker(path.resolve(".prepare/workers/convert-thread.js"), {
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST.megabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise<ConvertAnswer>((resolve) => {
    const tooLarge = () => resolve({ ok: false, code: "too_large", detail: "" });
    const deadline = setTimeout(tooLarge, MOST.ms);
    deadline.unref();
    worker.once("message", resolve).once("error", tooLarge).once("exit", tooLarge);
  }).finally(() => void worker.terminate());
}
