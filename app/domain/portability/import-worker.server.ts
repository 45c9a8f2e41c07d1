import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { chunkedSource } from "~/platform/zip/byte-source";
import { UploadError, type UploadRefusal } from "./data-texts";
import type { ParsedBatch, ParseTask } from "./parsed-upload";
import { uploadReader } from "./read-upload.server";

type Question = { ask: "piece" } | { ask: "picture"; key: string };
/** What the thread is asked: for the next piece, or for a picture by its fingerprint; or it is given a part of the file that it needs. */
export type ImportWorkerRequest = Question | { part: Uint8Array };
/** What it says: which part of the file it needs, a piece of what it found (null: that was all), a picture, or why it refuses the file. */
export type ImportWorkerReply =
  | { read: number }
  | { piece: ParsedBatch | null }
  | { picture: Uint8Array | null }
  | { refused: UploadRefusal };

/** Runs in a separate thread (parse-in-worker.server.ts): reads one file, and hands over what it holds piece by piece. A failure here fails there. */
function serve(port: MessagePort): void {
  const task = workerData as ParseTask;
  const say = (message: ImportWorkerReply) => port.postMessage(message);
  const waiting: ((part: Uint8Array) => void)[] = [];
  const source = chunkedSource(task.size, (read) => {
    say({ read });
    return new Promise((resolve) => waiting.push(resolve));
  });
  const reader = uploadReader(task, source);
  const pieces = reader.pieces();
  const answerTo = async (question: Question): Promise<ImportWorkerReply> => {
    try {
      if (question.ask === "picture") return { picture: await reader.picture(question.key) };
      return { piece: (await pieces.next()).value ?? null };
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      return { refused: error.code };
    }
  };
  port.on("message", (message: ImportWorkerRequest) => {
    if ("part" in message) waiting.shift()?.(message.part);
    else void answerTo(message).then(say);
  });
}

if (parentPort) serve(parentPort);
