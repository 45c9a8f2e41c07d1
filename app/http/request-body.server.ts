import { t } from "~/i18n/t";
import { BodyBuffer } from "./body-buffer.server";
import {
  BODY_LIMITS,
  BodyError,
  decodeUtf8,
  TOO_LARGE,
  TOO_MUCH_AT_ONCE,
  UNREADABLE,
} from "./body-limits.server";
import { clientSubnet } from "./client-address.server";

/** An oversized body is read up to this much beyond its limit, so that the response is not lost with the connection. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
/** A body of up to this size does not wait for `onReceived`. */
const MAX_SHORT_BODY_BYTES = 256 * 1024;

export type BodyReadOptions = {
  /** The message when the body is too large. */
  tooLarge?: string;
  /** Called with each chunk, including those of a refused body. */
  onChunk?: (chunk: Uint8Array) => void;
  /** Awaited when a long body has arrived; until then its bytes count as arriving. */
  onReceived?: () => Promise<void>;
  maxDrainedBytes?: number;
};

/** Reads a body of at most `limit` bytes, counted while it arrives. @throws BodyError */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  return Buffer.concat(await readBlocks(request, limit));
}

/** Like `readBytes`, as blocks in their order. @throws BodyError */
export async function readBlocks(
  request: Request,
  limit: number,
  { tooLarge = TOO_LARGE, maxDrainedBytes = MAX_DRAINED_BYTES, onChunk, onReceived }: BodyReadOptions = {},
): Promise<Buffer[]> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > limit + maxDrainedBytes) throw new BodyError(413, tooLarge);
  const reader = request.body?.getReader();
  if (!reader) return [];
  return new Promise((resolve, reject) => {
    // The sender of an evicted body is told at once, however long the rest of the body takes.
    const body = new BodyBuffer(clientSubnet(request), () => reject(new BodyError(503, TOO_MUCH_AT_ONCE)));
    const options = { tooLarge, maxDrainedBytes, onChunk, onReceived, isRefused: declared > limit };
    readInto(body, reader, limit, options)
      .finally(() => body.release())
      .then(resolve, reject);
  });
}

type ReadState = BodyReadOptions & { tooLarge: string; maxDrainedBytes: number; isRefused: boolean };

async function readInto(
  body: BodyBuffer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  { tooLarge, onChunk, onReceived, maxDrainedBytes, isRefused }: ReadState,
): Promise<Buffer[]> {
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BodyError(400, UNREADABLE);
    });
    if (done && isRefused) throw new BodyError(413, tooLarge);
    if (done && size > MAX_SHORT_BODY_BYTES) await onReceived?.();
    if (done) return body.take();
    size += value.byteLength;
    onChunk?.(value);
    isRefused ||= size > limit;
    if (!isRefused && !body.add(value)) throw new BodyError(503, TOO_MUCH_AT_ONCE);
    // The rest of a refused body is discarded: closing the connection now would lose the response.
    if (isRefused) body.release();
    if (size > limit + maxDrainedBytes) {
      await reader.cancel().catch(() => undefined);
      throw new BodyError(413, tooLarge);
    }
  }
}

/** The media type of a request, in lower case and without parameters. */
export const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

/** NUL and lone surrogates cannot be stored unchanged in the database or in a file. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const UNSTORABLE = t(
  "The body holds a character that no text can have: U+0000, or one half of a surrogate pair. Please leave it out.",
);

/** A JSON body. Only `application/json` is taken; an empty body is `{}`. @throws BodyError */
export async function readJsonBody(request: Request, limit: number = BODY_LIMITS.json): Promise<unknown> {
  if (mediaType(request) !== "application/json")
    throw new BodyError(415, "This address takes application/json only.");
  const raw = decodeUtf8(await readBytes(request, limit));
  if (!raw.trim()) return {};
  try {
    return JSON.parse(raw, (key, value: unknown) => {
      if (!isStorable(key) || (typeof value === "string" && !isStorable(value)))
        throw new BodyError(400, UNSTORABLE);
      return value;
    }) as unknown;
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw new BodyError(400, "The body is not valid JSON.");
  }
}
