import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { LISTS, type FoundPiece, type ReadingTask } from "./found";
import type { UploadRefusal } from "./import-limits";
import { inParts } from "./import-parts";
import { readUpload } from "./read-upload.server";
import { UploadError } from "./upload-error";

/** The thread's messages: a piece of what it found, the end, or why it refuses the file. */
export type ThreadAnswer = FoundPiece | { refused: UploadRefusal } | null;

/** Runs in a separate thread (read-in-thread.server.ts): reads one file, and hands over what it holds piece by piece. */
async function* answers({ name, bytes, reading }: ReadingTask): AsyncGenerator<ThreadAnswer> {
  try {
    const found = await readUpload(name, bytes, reading);
    const { sources, count, left, settings } = found;
    yield { sources, count, left, settings };
    for (const list of LISTS)
      for (const items of inParts<unknown>(found[list])) yield { list, items } as FoundPiece;
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    yield { refused: error.code };
  }
  yield null;
}

/** The main thread asks for each piece, so that it can serve others in between. A failure here fails there. */
function serve(port: MessagePort): void {
  const all = answers(workerData as ReadingTask);
  const next = async () => port.postMessage((await all.next()).value ?? null);
  port.on("message", () => void next());
  void next();
}

if (parentPort) serve(parentPort);
