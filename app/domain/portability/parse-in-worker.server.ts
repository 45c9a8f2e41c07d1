import path from "node:path";
import { Worker } from "node:worker_threads";
import { SECOND } from "~/domain/calendar/durations";
import { UploadError } from "./data-texts";
import type { ImportWorkerReply, ImportWorkerRequest } from "./import-worker.server";
import type { ParsedBatch, ParseTask } from "./parsed-upload";

/**
 * Limits of reading one file: milliseconds of processor time (`ms`, and more for each megabyte of the file) and megabytes of
 * memory. A journal of decades takes two seconds and a hundred megabytes.
 */
const WORKER_LIMITS = { ms: 10 * SECOND, msForMegabyte: 500, megabytes: 384 };
const MB = 1024 * 1024;

/** A file being parsed. Requests must not overlap, and `end` must be called. */
export type WorkerParse = {
  /** Size of the file in bytes. */
  size: number;
  /** The next batch; null after the last. @throws UploadError */
  nextBatch: () => Promise<ParsedBatch | null>;
  /** A picture by fingerprint; null if it cannot be read. */
  picture: (key: string) => Promise<Uint8Array | null>;
  end: () => Promise<void>;
};

/**
 * Parses an uploaded file in a worker, so that a crafted file cannot block the event loop and its time and memory are
 * limited. `fetch` reads a chunk of the file by number.
 */
export function parseInWorker(
  task: ParseTask,
  fetch: (chunk: number) => Promise<Uint8Array>,
  limits: typeof WORKER_LIMITS = WORKER_LIMITS,
): WorkerParse {
  const worker = new Worker(path.resolve(".prepare/workers/import-worker.js"), {
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const nextReply = listenTo(worker);
  // Only time spent in the worker counts, not the fetching of chunks.
  const budget = new TimeBudget(limits.ms + (task.size / MB) * limits.msForMegabyte);
  const send = async (message: ImportWorkerRequest): Promise<ImportWorkerReply> => {
    budget.start();
    const checkTime = () => {
      if (budget.leftMs > 0) deadline = setTimeout(checkTime, budget.leftMs);
      else void worker.terminate();
    };
    let deadline = setTimeout(checkTime, budget.leftMs);
    worker.postMessage(message);
    try {
      return await nextReply();
    } finally {
      clearTimeout(deadline);
      budget.stop();
    }
  };
  const ask = async (message: ImportWorkerRequest) => {
    let reply = await send(message);
    while ("read" in reply) reply = await send({ part: new Uint8Array(await fetch(reply.read)) });
    if ("refused" in reply) throw new UploadError(reply.refused);
    return reply;
  };
  return {
    size: task.size,
    nextBatch: async () => {
      const reply = await ask({ ask: "piece" });
      return "piece" in reply ? reply.piece : null;
    },
    picture: async (key) => {
      const reply = await ask({ ask: "picture", key });
      return "picture" in reply ? reply.picture : null;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** Queues the replies of a worker, because it may request a chunk that it no longer needs and then reply at once. */
function listenTo(worker: Worker): () => Promise<ImportWorkerReply> {
  const replies: ImportWorkerReply[] = [];
  let failure: Error | undefined;
  let wake = () => undefined as void;
  worker.on("message", (message: ImportWorkerReply) => {
    replies.push(message);
    wake();
  });
  worker.on("error", (error: Error & { code?: string }) => {
    failure ??= error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new UploadError("too_costly") : error;
    wake();
  });
  worker.on("exit", () => {
    failure ??= new UploadError("too_costly");
    wake();
  });
  return async () => {
    for (;;) {
      const next = replies.shift();
      if (next) return next;
      if (failure) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}

/** Elapsed time, and processor time of this process. */
type Clocks = { elapsedMs: number; processorMs: number };

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage();
  return { elapsedMs: performance.now(), processorMs: (user + system) / 1_000 };
}

/** Maximum elapsed time as a multiple of the budget, because an idle worker uses no processor time. */
const MAX_TIMES_LONGER = 6;

/**
 * The processor time that a task may use; unlike elapsed time it does not end a task early on a busy machine. Other threads of
 * the process count, too, but never more than the elapsed time.
 */
export class TimeBudget {
  private remainingMs: number;
  private longestMs: number;
  private started: Clocks | undefined;

  constructor(
    ms: number,
    private readonly clocks: () => Clocks = readClocks,
  ) {
    this.remainingMs = ms;
    this.longestMs = ms * MAX_TIMES_LONGER;
  }

  start(): void {
    this.started = this.clocks();
  }

  stop(): void {
    const { elapsedMs, countedMs } = this.spent();
    this.remainingMs -= countedMs;
    this.longestMs -= elapsedMs;
    this.started = undefined;
  }

  /** The shortest time until the budget can be exhausted, in milliseconds; 0 if it is exhausted. */
  get leftMs(): number {
    const { elapsedMs, countedMs } = this.spent();
    return Math.max(0, Math.min(this.remainingMs - countedMs, this.longestMs - elapsedMs));
  }

  private spent(): { elapsedMs: number; countedMs: number } {
    if (!this.started) return { elapsedMs: 0, countedMs: 0 };
    const now = this.clocks();
    const elapsedMs = now.elapsedMs - this.started.elapsedMs;
    return { elapsedMs, countedMs: Math.min(elapsedMs, now.processorMs - this.started.processorMs) };
  }
}
