import { createHash } from "node:crypto";
import type { UploadBusy, UploadWriter } from "~/domain/portability/upload-session.server";
import { BODY_LIMITS, BODY_MEMORY_FULL, BodyError, TOO_LARGE, UNREADABLE } from "~/http/request-body.server";
import { t } from "~/i18n/t";
import { wait } from "~/platform/clock";
import { ConcurrencyLimit, LimitReachedError, type Release } from "~/platform/concurrency.server";
import { MultipartForm, type IncomingFile, type SentForm } from "./multipart-form.server";

const queues = new ConcurrencyLimit<string>({ concurrent: 1, waiting: 100 });

/**
 * Waits until the member's earlier large forms have been read, so that fifty files sent at once need no more memory than
 * one. Each name has its own queue. @throws BodyError when the queue is full
 */
export async function enterSerialQueue(memberId: number, name = ""): Promise<Release> {
  try {
    return await queues.acquire(`${memberId}|${name}`);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    throw new BodyError(503, BODY_MEMORY_FULL);
  }
}

/** Runs one task of the member at a time. @throws BodyError when the queue is full */
export async function runInSerialQueue<T>(memberId: number, task: () => Promise<T>): Promise<T> {
  const release = await enterSerialQueue(memberId);
  try {
    return await task();
  } finally {
    await release();
  }
}

/** One permit for each large form that is processed, from its last byte until its response. */
const permits = new ConcurrencyLimit<"all">({ concurrent: 2, waiting: 100 });
const PERMIT_TIMEOUT_MS = 60_000;

/** @throws BodyError when no permit is free in time */
export async function acquireUploadPermit(): Promise<Release> {
  if (!permits.isBusy("all")) return permits.acquire("all");
  const permit = permits.acquire("all");
  const waiting = new AbortController();
  const timeout = wait(PERMIT_TIMEOUT_MS, waiting.signal).then(() => null);
  const release = await Promise.race([permit, timeout]).catch(() => null);
  waiting.abort();
  if (release) return release;
  // A permit that is granted after the timeout is released at once.
  permit.then((late) => late()).catch(() => undefined);
  throw new BodyError(503, t("Many pictures are being sent at this moment. Please try again in a minute."));
}

/**
 * Minimum rate of an upload, per minute of waiting for it. A phone on a rural network sends fifteen times as much.
 * @internal Exported for tests.
 */
export const MIN_UPLOAD_SPEED = { bytes: 256 * 1024, ms: 60_000 };

const TOO_SLOW = t(
  "The file came too slowly, and others wait to send theirs. Please try again on a faster connection.",
);

type Read = { done: boolean; value?: Uint8Array };

/**
 * Wraps the reads of one body and refuses it when it arrives too slowly. Only time spent waiting for the client counts, so a
 * busy server refuses no upload.
 */
export function enforceMinimumSpeed({ bytes, ms } = MIN_UPLOAD_SPEED) {
  let [received, waited] = [0, 0];
  const isTooSlow = () => {
    if (waited < ms) return false;
    const isBelowMinimum = received < bytes;
    [received, waited] = [0, 0];
    return isBelowMinimum;
  };
  /** @throws BodyError when a minute brought less than the minimum */
  return async function next<T extends Read>(read: () => Promise<T>): Promise<T> {
    const reading = read();
    for (;;) {
      const startedAt = performance.now();
      const chunk = await withTimeout(reading, ms - waited);
      waited += chunk ? performance.now() - startedAt : ms - waited;
      received += chunk?.value?.byteLength ?? 0;
      if (!chunk?.done && isTooSlow()) {
        reading.catch(() => undefined);
        throw new BodyError(503, TOO_SLOW);
      }
      if (chunk) return chunk;
    }
  };
}

/** Resolves with the result, or with undefined after `ms`. */
async function withTimeout<T>(reading: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The limit of a form whose files are staged while they arrive and never held in memory. */
export type StreamingLimit = {
  /** The size of the whole form. */
  bytes: number;
  /** The number of files. */
  files: number;
  tooLarge: string;
  /** Called at the first byte of the first file. When it returns the reason of a refusal, the files are discarded. */
  startUpload: () => Promise<UploadWriter | UploadBusy>;
};
/** The form contains each file's name and hash instead of its content. `upload` is undefined when no file was chosen. */
export type StreamingForm = { form: SentForm; upload: UploadWriter | UploadBusy | undefined };

/** An oversized form is read up to this much beyond its limit, so that the response is not lost with the connection. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Reads a multipart form and stages its files one after another. The caller claims or drops the staged upload. @throws BodyError */
export async function readStreamingForm(request: Request, limit: StreamingLimit): Promise<StreamingForm> {
  if (!request.body) throw new BodyError(400, UNREADABLE);
  let writer: StreamingForm["upload"];
  let files = 0;
  const stage = async ({ fileName, chunks }: IncomingFile): Promise<File> => {
    if (++files > limit.files) throw new BodyError(413, TOO_LARGE);
    const hash = createHash("sha256");
    let isEmpty = true;
    for await (const chunk of chunks) {
      writer ??= await limit.startUpload();
      if (isEmpty && typeof writer === "object") writer.startFile(fileName);
      isEmpty = false;
      hash.update(chunk);
      if (typeof writer === "object") await writer.add(chunk);
    }
    return new File(isEmpty ? [] : [hash.digest() as BlobPart], fileName);
  };
  // Files are staged one after another, because a short file can arrive while the previous one is still being stored.
  let last: Promise<unknown> = Promise.resolve();
  const stageInOrder = (file: IncomingFile) => {
    const staged = last.then(() => stage(file));
    last = staged;
    return staged;
  };
  const type = request.headers.get("Content-Type") ?? "";
  const parser = new MultipartForm(type, stageInOrder, BODY_LIMITS.fields + limit.files);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit.bytes + MAX_DRAINED_BYTES)
    throw new BodyError(413, limit.tooLarge);
  try {
    await parseBody(parser, request.body.getReader(), limit);
    const form = await parser.end();
    form.checkFields();
    if (typeof writer === "object") await writer.end();
    return { form, upload: writer };
  } catch (error) {
    // `abort` waits for the chunk that is being stored, so that `drop` deletes that chunk too.
    await parser.abort();
    if (typeof writer === "object") await writer.drop();
    throw error;
  }
}

async function parseBody(
  parser: MultipartForm,
  body: ReadableStreamDefaultReader<Uint8Array>,
  limit: StreamingLimit,
): Promise<void> {
  let refusal: unknown;
  let size = 0;
  const next = enforceMinimumSpeed();
  const read = () =>
    body.read().catch(() => {
      throw new BodyError(400, UNREADABLE);
    });
  for (;;) {
    const { done, value } = await next(read).catch(async (error: unknown) => {
      // The rest of a slow body is cancelled. An earlier refusal is the better reason than the low speed.
      await body.cancel().catch(() => undefined);
      throw refusal ?? error;
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit.bytes) refusal ??= new BodyError(413, limit.tooLarge);
    if (size > limit.bytes + MAX_DRAINED_BYTES) await body.cancel().catch(() => undefined);
    // The rest of a refused body is discarded: closing the connection now would lose the response.
    else if (!refusal)
      await parser.write(Buffer.from(value)).catch((error: unknown) => {
        refusal = error;
      });
  }
  if (refusal) throw refusal;
}
