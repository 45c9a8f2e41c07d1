import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw, deflateRawSync } from "node:zlib";

/** The metadata of a file in an archive, for its headers (APPNOTE 4.3). */
type ZipRecord = {
  name: Buffer;
  at: Date;
  crc: number;
  packed: number;
  size: number;
  /** The position of its local header in the archive. */
  offset: number;
  /** Whether a data descriptor with sizes and CRC follows the file, because they were unknown before it. */
  isStreamed: boolean;
  /** Whether it is stored without compression. */
  isStored?: boolean;
};

const UTF8 = 0x800;
const DATA_DESCRIPTOR = 0x8;
const STORED = 0;
const DEFLATED = 8;
/** A 32-bit or 16-bit field with this value means that a Zip64 record contains the number. */
const ZIP64 = 0xffff_ffff;
const ZIP64_COUNT = 0xffff;
/** Unix attributes of an unpacked file: regular, mode 0644. */
const REGULAR_FILE = (0o100644 << 16) >>> 0;

/** Limit of one file; the archive may be larger. */
const MAX_FILE_BYTES = ZIP64 - 1;

/** MS-DOS date and time in UTC: steps of two seconds, 1980 to 2107. */
function dosTime(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** Writes the 26 bytes that the local header and the central directory share. */
function writeFields(to: Buffer, at: number, record: ZipRecord, areSizesKnown: boolean): void {
  const { time, date } = dosTime(record.at);
  to.writeUInt16LE(record.offset >= ZIP64 ? 45 : 20, at);
  to.writeUInt16LE(UTF8 | (record.isStreamed ? DATA_DESCRIPTOR : 0), at + 2);
  to.writeUInt16LE(record.isStored ? STORED : DEFLATED, at + 4);
  to.writeUInt16LE(time, at + 6);
  to.writeUInt16LE(date, at + 8);
  to.writeUInt32LE(areSizesKnown ? record.crc : 0, at + 10);
  to.writeUInt32LE(areSizesKnown ? record.packed : 0, at + 14);
  to.writeUInt32LE(areSizesKnown ? record.size : 0, at + 18);
  to.writeUInt16LE(record.name.length, at + 22);
}

function localHeader(record: ZipRecord): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeFields(header, 4, record, !record.isStreamed);
  return Buffer.concat([header, record.name]);
}

function dataDescriptor({ crc, packed, size }: ZipRecord): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x0807_4b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

/** The central directory entry of a file. An offset beyond four gigabytes is in a Zip64 extra field. */
export function centralDirectoryEntry(record: ZipRecord): Buffer {
  const isFar = record.offset >= ZIP64;
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x0201_4b50, 0);
  line.writeUInt16LE((3 << 8) | 45, 4);
  writeFields(line, 6, record, true);
  line.writeUInt16LE(isFar ? 12 : 0, 30);
  line.writeUInt32LE(REGULAR_FILE, 38);
  line.writeUInt32LE(isFar ? ZIP64 : record.offset, 42);
  if (!isFar) return Buffer.concat([line, record.name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(record.offset), 4);
  return Buffer.concat([line, record.name, extra]);
}

/** The end of an archive, with Zip64 records for more than 65,534 files or four gigabytes. */
export function endOfCentralDirectory(files: number, table: { offset: number; length: number }): Buffer {
  const isWide = files >= ZIP64_COUNT || table.offset + table.length >= ZIP64;
  const end = Buffer.alloc(22);
  const count = isWide ? ZIP64_COUNT : files;
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(isWide ? ZIP64 : table.length, 12);
  end.writeUInt32LE(isWide ? ZIP64 : table.offset, 16);
  return isWide ? Buffer.concat([zip64End(files, table), end]) : end;
}

function zip64End(files: number, { offset, length }: { offset: number; length: number }): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE((3 << 8) | 45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(files), 24);
  end.writeBigUInt64LE(BigInt(files), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** A file for an archive: a short text, a long text as a stream, or bytes that are compressed already. */
export type ZippedFile = {
  name: string;
  at: Date;
  text: string | Uint8Array | AsyncIterable<string>;
  /** Stores a short text uncompressed, for readers that search the archive for its bytes. */
  isStored?: boolean;
};

/**
 * Streams an archive. It requests each file only after the previous ones are read, so an archive of any size needs the
 * memory of one file and of its central directory, about eighty bytes per file.
 */
export function writeZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  return combineIntoChunks(writeEntries(files));
}

const CHUNK = 64 * 1024;
/** For texts of up to four kilobytes this window compresses equally well in half the time. */
const SMALL_WINDOW = 4_096;
const SMALL = { windowBits: 12, memLevel: 5 };

async function* writeEntries(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const table = new CentralDirectory();
  let offset = 0;
  let count = 0;
  for await (const { name, at, text, isStored = false } of files) {
    const sizes = { crc: 0, packed: 0, size: 0, offset };
    const record: ZipRecord = { name: Buffer.from(name), at, ...sizes, isStreamed: false, isStored };
    const isWhole = typeof text === "string" || text instanceof Uint8Array;
    for await (const bytes of isWhole ? writeWholeFile(record, text) : writeStreamedFile(record, text)) {
      offset += bytes.length;
      yield bytes;
    }
    table.add(centralDirectoryEntry(record));
    count++;
  }
  yield* table.take();
  yield endOfCentralDirectory(count, { offset, length: table.length });
}

function* writeWholeFile(record: ZipRecord, text: string | Uint8Array): Generator<Buffer> {
  const isText = typeof text === "string";
  const bytes = isText ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const packing = isText ? (bytes.length <= SMALL_WINDOW ? SMALL : {}) : { level: 0 };
  const packed = record.isStored ? bytes : deflateRawSync(bytes, packing);
  Object.assign(record, { crc: crc32(bytes), packed: packed.length, size: bytes.length });
  yield localHeader(record);
  yield packed;
}

async function* writeStreamedFile(record: ZipRecord, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  record.isStreamed = true;
  yield localHeader(record);
  // If `text` fails, `pipeline` destroys `deflate`, so the loop below throws. If the reader stops, it ends `text`.
  const source = Readable.from(countBytes(record, text), { objectMode: false });
  const deflate = pipeline(source, createDeflateRaw(), () => undefined);
  for await (const packed of deflate as AsyncIterable<Buffer>) {
    record.packed += packed.length;
    yield packed;
  }
  if (record.size > MAX_FILE_BYTES || record.packed > MAX_FILE_BYTES)
    throw new RangeError("A file in an archive is longer than four gigabytes.");
  yield dataDescriptor(record);
}

async function* countBytes(record: ZipRecord, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of combineIntoChunks(encodeParts(text))) {
    record.crc = crc32(part, record.crc);
    record.size += part.length;
    yield part;
  }
}

async function* encodeParts(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part);
}

/** Combines small buffers into chunks of at least CHUNK bytes. */
async function* combineIntoChunks(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    buffered.push(part);
    size += part.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(buffered);
    buffered = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(buffered);
}

/** Collects the central directory in blocks: a hundred thousand small buffers would cost many times their bytes. */
class CentralDirectory {
  readonly #blocks: Buffer[] = [];
  #used = CHUNK;
  length = 0;

  add(line: Buffer): void {
    // An entry may exceed a block, because a name may have 65,535 bytes.
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
