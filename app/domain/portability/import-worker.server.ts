import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { chunkedSource } from "~/platform/zip/read-zip.server";
import { UploadError, type UploadRefusal } from "./data-texts";
import type { ParsedBatch, ParseTask } from "./parsed-upload";
import { uploadReader } from "./read-upload.server";

type Query = { ask: "piece" } | { ask: "picture"; key: string };
/** Message to the worker: asks for the next batch or for a picture by fingerprint, or delivers a chunk of the file. */
export type ImportWorkerRequest = Query | { part: Uint8Array };
/**
 * Message from the worker: requests a chunk of the file by number, or replies with a batch (null after the last), a picture
 * or a rejection.
 */
export type ImportWorkerReply =
  | { read: number }
  | { piece: ParsedBatch | null }
  | { picture: Uint8Array | null }
  | { refused: UploadRefusal };

/**
 * Entry point of the worker that parse-in-worker.server.ts starts: parses one file and sends its content in batches. An
 * unexpected error ends the worker.
 */
function serve(port: MessagePort): void {
  const task = workerData as ParseTask;
  const send = (message: ImportWorkerReply) => port.postMessage(message);
  const pending: ((part: Uint8Array) => void)[] = [];
  const source = chunkedSource(task.size, (read) => {
    send({ read });
    return new Promise((resolve) => pending.push(resolve));
  });
  const reader = uploadReader(task, source);
  const batches = reader.batches();
  const answer = async (query: Query): Promise<ImportWorkerReply> => {
    try {
      if (query.ask === "picture") return { picture: await reader.picture(query.key) };
      return { piece: (await batches.next()).value ?? null };
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      return { refused: error.code };
    }
  };
  port.on("message", (message: ImportWorkerRequest) => {
    if ("part" in message) pending.shift()?.(message.part);
    else void answer(message).then(send);
  });
}

if (parentPort) serve(parentPort);
