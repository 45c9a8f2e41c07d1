import path from "node:path";
import { Worker } from "node:worker_threads";
import { SECOND } from "~/domain/calendar/durations";
import { UploadError } from "./data-texts";
import type { ImportWorkerReply, ImportWorkerRequest } from "./import-worker.server";
import type { ParsedBatch, ParseTask } from "./parsed-upload";

/** What reading one file may cost. A journal of decades takes two seconds and a hundred megabytes. */
const MOST = { ms: 10 * SECOND, msForMegabyte: 500, megabytes: 384 };
const MB = 1024 * 1024;

/** A file that is being read: ask for one thing at a time, and end it. */
export type WorkerParse = {
  /** The bytes of the file. */
  size: number;
  /** The next piece of what it holds; null after the last. @throws UploadError */
  nextPiece: () => Promise<ParsedBatch | null>;
  /** A picture that an entry names; null where it cannot be read after all. */
  picture: (key: string) => Promise<Uint8Array | null>;
  end: () => Promise<void>;
};

/**
 * Reads an uploaded file in a separate thread, because it may hold anything: others are served meanwhile, and it is
 * stopped when it takes too long or too much memory. The file stays where it is; `fetch` gives a piece of it.
 */
export function parseInWorker(
  task: ParseTask,
  fetch: (piece: number) => Promise<Uint8Array>,
  most: typeof MOST = MOST,
): WorkerParse {
  const worker = new Worker(path.resolve(".prepare/workers/import-worker.js"), {
    env: {},
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: most.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const nextSaid = listenTo(worker);
  // The thread's own work counts, and not what it waits for.
  let left = most.ms + (task.size / MB) * most.msForMegabyte;
  const tell = async (message: ImportWorkerRequest): Promise<ImportWorkerReply> => {
    const begun = performance.now();
    const deadline = setTimeout(() => void worker.terminate(), Math.max(0, left));
    worker.postMessage(message);
    try {
      return await nextSaid();
    } finally {
      clearTimeout(deadline);
      left -= performance.now() - begun;
    }
  };
  const ask = async (message: ImportWorkerRequest) => {
    let said = await tell(message);
    while ("read" in said) said = await tell({ part: new Uint8Array(await fetch(said.read)) });
    if ("refused" in said) throw new UploadError(said.refused);
    return said;
  };
  return {
    size: task.size,
    nextPiece: async () => {
      const said = await ask({ ask: "piece" });
      return "piece" in said ? said.piece : null;
    },
    picture: async (key) => {
      const said = await ask({ ask: "picture", key });
      return "picture" in said ? said.picture : null;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** What a thread says, in order: it may ask for a part of a file that it no longer needs before it answers. */
function listenTo(worker: Worker): () => Promise<ImportWorkerReply> {
  const said: ImportWorkerReply[] = [];
  let failure: Error | undefined;
  let wake = () => undefined as void;
  worker.on("message", (message: ImportWorkerReply) => {
    said.push(message);
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
      const next = said.shift();
      if (next) return next;
      if (failure) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}
