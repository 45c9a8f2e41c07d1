import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw, deflateRawSync } from "node:zlib";
import {
  centralDirectoryEntry,
  dataDescriptor,
  endOfCentralDirectory,
  localHeader,
  MAX_FILE_BYTES,
  type ZipRecord,
} from "./zip-records";

/** A file for an archive: its text at once, or piece by piece where it may be long; or bytes that cannot be packed any more. */
export type ZippedFile = {
  name: string;
  at: Date;
  text: string | Uint8Array | AsyncIterable<string>;
  /** It is not packed: its bytes are looked for in the archive. For a short text. */
  isStored?: boolean;
};

/**
 * An archive, as it is being made: a file is asked for only when those before it have been taken, so an archive of any
 * size costs the memory of one file and of its table of contents, which is some eighty bytes a file.
 */
export function writeZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  return inChunks(archiveOf(files));
}

const CHUNK = 64 * 1024;
/** A text that fits into a window of four kilobytes is packed as well with it, in half the time. */
const SMALL_WINDOW = 4_096;
const SMALL = { windowBits: 12, memLevel: 5 };

async function* archiveOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const table = new Table();
  let offset = 0;
  let count = 0;
  for await (const { name, at, text, isStored = false } of files) {
    const sizes = { crc: 0, packed: 0, size: 0, offset };
    const record: ZipRecord = { name: Buffer.from(name), at, ...sizes, isStreamed: false, isStored };
    const isWhole = typeof text === "string" || text instanceof Uint8Array;
    for await (const bytes of isWhole ? wholeFile(record, text) : longFile(record, text)) {
      offset += bytes.length;
      yield bytes;
    }
    table.add(centralDirectoryEntry(record));
    count++;
  }
  yield* table.take();
  yield endOfCentralDirectory(count, { offset, length: table.length });
}

function* wholeFile(record: ZipRecord, text: string | Uint8Array): Generator<Buffer> {
  const isText = typeof text === "string";
  const bytes = isText ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const packing = isText ? (bytes.length <= SMALL_WINDOW ? SMALL : {}) : { level: 0 };
  const packed = record.isStored ? bytes : deflateRawSync(bytes, packing);
  Object.assign(record, { crc: crc32(bytes), packed: packed.length, size: bytes.length });
  yield localHeader(record);
  yield packed;
}

async function* longFile(record: ZipRecord, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  record.isStreamed = true;
  yield localHeader(record);
  // A failure of `text` destroys the stream, and is thrown here; stopping to read stops `text` as well.
  const source = Readable.from(measured(record, text), { objectMode: false });
  const deflate = pipeline(source, createDeflateRaw(), () => undefined);
  for await (const packed of deflate as AsyncIterable<Buffer>) {
    record.packed += packed.length;
    yield packed;
  }
  if (record.size > MAX_FILE_BYTES || record.packed > MAX_FILE_BYTES)
    throw new RangeError("A file in an archive is longer than four gigabytes.");
  yield dataDescriptor(record);
}

async function* measured(record: ZipRecord, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of inChunks(encoded(text))) {
    record.crc = crc32(part, record.crc);
    record.size += part.length;
    yield part;
  }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part);
}

/** Many small pieces as few larger ones. */
async function* inChunks(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    held.push(part);
    size += part.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** The table of contents while it grows, in blocks, because a hundred thousand little buffers cost many times their bytes. */
class Table {
  readonly #blocks: Buffer[] = [];
  #used = CHUNK;
  length = 0;

  add(line: Buffer): void {
    // A name may be as long as 65,535 bytes, so a separate block is made for one that does not fit.
    if (this.#used + line.length > CHUNK) {
      this.#close();
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK, line.length)));
      this.#used = 0;
    }
    line.copy(this.#blocks.at(-1) ?? line, this.#used);
    this.#used += line.length;
    this.length += line.length;
  }

  *take(): Generator<Buffer> {
    this.#close();
    yield* this.#blocks;
  }

  #close(): void {
    const last = this.#blocks.pop();
    if (last) this.#blocks.push(last.subarray(0, this.#used));
  }
}
