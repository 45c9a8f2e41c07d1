import { t } from "~/i18n/t";
import { clientSubnet } from "./client-address.server";

/** Limits of bodies in bytes, and of a form in fields and in characters of one field. */
export const BODY_LIMITS = {
  form: 256 * 1024,
  json: 64 * 1024,
  webhook: 256 * 1024,
  fields: 100,
  field: 100_000,
} as const;

/** A refused body: 400 unreadable, 413 too large, 415 of another type, 503 too slow or over capacity. */
export class BodyError extends Error {
  override name = "BodyError";
  constructor(
    readonly status: 400 | 413 | 415 | 503,
    message: string,
    /** The fields that could be read. */
    readonly form?: FormData,
  ) {
    super(message);
  }
}

export const TOO_LARGE = t("That is more text than one page can hold. Please shorten it and try again.");
export const BODY_MEMORY_FULL = t(
  "The server is receiving too much at the moment. Please try again in a minute.",
);
export const UNREADABLE = t("The form could not be read. Please try again.");

/** @throws BodyError when the bytes are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BodyError(400, UNREADABLE);
  }
}

/** The memory for all bodies that are arriving. The largest single body, a form with pictures, has 38 MB. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024;
/** Blocks double in size between these, so that a short form takes little memory and a long one is copied once. */
const [MIN_BLOCK_BYTES, MAX_BLOCK_BYTES] = [4 * 1024, 256 * 1024];

const arriving = new Set<BodyBuffer>();
let bufferedBytes = 0;

/**
 * Buffers an arriving body in blocks of its own, because a small chunk would retain the whole block that Node allocated.
 * Beyond the limit of all bodies, the largest body of the sender with the most bytes is evicted, so that slow bodies of one
 * subnet cannot refuse the forms of others.
 */
class BodyBuffer {
  #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  #lastLength = 0;
  #capacity = 0;
  #isEvicted = false;

  /** `onEvict` is called at once: the rest of the body may never arrive. */
  constructor(
    readonly sender: string,
    private readonly onEvict: () => void,
  ) {}

  get capacity(): number {
    return this.#capacity;
  }

  /** @returns false when the body has been evicted */
  add(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#lastLength === this.#last.length) this.#grow();
      if (this.#isEvicted) return false;
      const part = chunk.subarray(at, at + this.#last.length - this.#lastLength);
      this.#last.set(part, this.#lastLength);
      this.#lastLength += part.length;
      at += part.length;
    }
    return !this.#isEvicted;
  }

  #grow(): void {
    if (this.#isEvicted) return;
    const size = Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, this.#capacity));
    this.#reserve(this.#capacity + size);
    // The evicted body may be this one.
    while (bufferedBytes > MAX_BUFFERED_BYTES) bodyToEvict()?.evict();
    if (this.#isEvicted) return;
    if (this.#lastLength > 0) this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(size);
    this.#lastLength = 0;
  }

  take(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#lastLength)];
  }

  /** Stops counting the bytes, which belong to the reader from now on. */
  release(): void {
    this.#reserve(0);
    this.#full = [];
    this.#last = Buffer.alloc(0);
    this.#lastLength = 0;
  }

  #reserve(capacity: number): void {
    bufferedBytes += capacity - this.#capacity;
    this.#capacity = capacity;
    if (capacity > 0) arriving.add(this);
    else arriving.delete(this);
  }

  evict(): void {
    this.#isEvicted = true;
    this.release();
    this.onEvict();
  }
}

/** The largest body of the sender whose bodies hold the most bytes. */
function bodyToEvict(): BodyBuffer | undefined {
  const bySender = new Map<string, number>();
  for (const { sender, capacity } of arriving) bySender.set(sender, (bySender.get(sender) ?? 0) + capacity);
  const [most] = [...bySender].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0]);
  let largest: BodyBuffer | undefined;
  for (const body of arriving)
    if (body.sender === most && body.capacity > (largest?.capacity ?? 0)) largest = body;
  return largest;
}

/** An oversized body is read up to this much beyond its limit, so that the response is not lost with the connection. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
/** A body of up to this size does not wait for `onReceived`. */
const MAX_SHORT_BODY_BYTES = 256 * 1024;

type BodyReadOptions = {
  /** The message when the body is too large. */
  tooLarge?: string;
  /** Called with each chunk, including those of a refused body. */
  onChunk?: (chunk: Uint8Array) => void;
  /** Awaited after a long body has been read. The bytes count towards the limit of all bodies until it resolves. */
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
    // An evicted body is rejected at once, however long its rest takes to arrive.
    const body = new BodyBuffer(clientSubnet(request), () => reject(new BodyError(503, BODY_MEMORY_FULL)));
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
    if (!isRefused && !body.add(value)) throw new BodyError(503, BODY_MEMORY_FULL);
    // The rest of a refused body is discarded: closing the connection now would lose the response.
    if (isRefused) body.release();
    if (size > limit + maxDrainedBytes) {
      await reader.cancel().catch(() => undefined);
      throw new BodyError(413, tooLarge);
    }
  }
}

/** The media type in lower case, without parameters. */
export const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

/** NUL and lone surrogates cannot be stored unchanged in the database or in a file. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const UNSTORABLE = t(
  "The body holds a character that no text can have: U+0000, or one half of a surrogate pair. Please leave it out.",
);

/** A body of type `application/json`; an empty one is `{}`. @throws BodyError */
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
