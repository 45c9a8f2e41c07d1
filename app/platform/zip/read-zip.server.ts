import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { fromBuffer, fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { decodeText } from "~/platform/untrusted-text";

/** Bytes fetched on demand. `read` returns the part of the requested range that is within `size`. */
export type ByteSource = { size: number; read: (at: number, length: number) => Promise<Buffer> };

/** The size of a stored file's chunks; the last one may be shorter. */
export const FILE_CHUNK_BYTES = 512 * 1024;
/** The directory of an archive is read in steps of forty bytes, so the last chunks are cached. */
const MAX_CACHED_CHUNKS = 8;

/** A file of `size` bytes; `fetch` loads the chunk of an index. */
export function chunkedSource(size: number, fetch: (index: number) => Promise<Uint8Array>): ByteSource {
  const cache = new LRUCache<number, Promise<Uint8Array>>({ max: MAX_CACHED_CHUNKS, memoMethod: fetch });
  return {
    size,
    read: async (at, length) => {
      const end = Math.min(size, at + length);
      const parts: Uint8Array[] = [];
      for (let from = at; from < end;) {
        const index = Math.floor(from / FILE_CHUNK_BYTES);
        const start = index * FILE_CHUNK_BYTES;
        const until = Math.min(end, start + FILE_CHUNK_BYTES);
        parts.push((await cache.memo(index)).subarray(from - start, until - start));
        from = until;
      }
      return Buffer.concat(parts);
    },
  };
}

export class ZipError extends Error {
  override name = "ZipError";
  constructor(readonly code: "unreadable" | "bad_name" | "too_many_files" | "too_large" | "encrypted") {
    super(code);
  }
}

export type ZipLimits = { files: number; fileBytes: number; totalBytes: number };

/** A file in an archive that is not read yet. `size` is the archive's own, untrusted value. */
export type ZipMember = {
  name: string;
  size: number;
  /** @throws ZipError if it is encrypted, damaged, or larger than `maxBytes` bytes */
  read: (maxBytes: number) => Promise<Buffer>;
};

/**
 * Opens an archive, whose files can be read in any order until `close`. The library rejects names that leave the folder.
 * @throws ZipError
 */
export async function openArchive(
  source: Uint8Array | ByteSource,
  maxFiles: number,
): Promise<{ files: ZipMember[]; close: () => void }> {
  const zip = await openZip(source);
  try {
    if (zip.entryCount > maxFiles) throw new ZipError("too_many_files");
    const files: ZipMember[] = [];
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip))
      if (!nameOf(entry).endsWith("/")) files.push(memberOf(zip, entry));
    return { files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * The name of a file in NFC. Many programs write UTF-8 without the flag that says so, and the library decodes such names as
 * CP437. A name whose bytes are valid UTF-8 is therefore decoded again.
 */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  const isAscii = fileNameRaw.every((byte) => byte < 0x80);
  const name = (isAscii ? undefined : decodeText(fileNameRaw)?.replaceAll("\\", "/")) ?? fileName;
  return name.normalize("NFC");
}

const memberOf = (zip: ZipFile, entry: Entry): ZipMember => ({
  name: nameOf(entry),
  size: entry.uncompressedSize,
  read: async (maxBytes) => {
    if (entry.isEncrypted()) throw new ZipError("encrypted");
    return contentOf(zip, entry, maxBytes);
  },
});

/**
 * Reads the wanted files of an archive in order. The limits apply to the bytes as they are unpacked, not to the sizes that
 * the archive declares. @throws ZipError
 */
export async function* readZip(
  source: Uint8Array | ByteSource,
  limits: ZipLimits,
  isWanted: (name: string) => boolean,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const { files, close } = await openArchive(source, limits.files);
  try {
    let remaining = limits.totalBytes;
    for (const { name, read } of files) {
      if (!isWanted(name)) continue;
      const bytes = await read(Math.min(remaining, limits.fileBytes));
      remaining -= bytes.length;
      yield { name, bytes };
    }
  } finally {
    close();
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false } as const;

function openZip(source: Uint8Array | ByteSource): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const onOpen = (error: Error | null, zip: ZipFile) => {
      if (error) reject(new ZipError("unreadable"));
      else resolve(zip);
    };
    if (source instanceof Uint8Array)
      fromBuffer(Buffer.from(source.buffer, source.byteOffset, source.byteLength), OPTIONS, onOpen);
    else fromRandomAccessReader(new SourceReader(source), source.size, OPTIONS, onOpen);
  });
}

const FETCH_BYTES = 128 * 1024;

class SourceReader extends RandomAccessReader {
  constructor(private readonly source: ByteSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this;
    return Readable.from(
      (async function* () {
        for (let at = start; at < end; at += FETCH_BYTES)
          yield await source.read(at, Math.min(FETCH_BYTES, end - at));
      })(),
    );
  }

  /** Replaces the default of one stream per read: the directory is read in thousands of small steps. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.source.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        done(bytes.length < length ? new Error("The archive is shorter than its directory says.") : null);
      },
      (error: Error) => done(error),
    );
  }
}

/** Reads the next entry from the library's events; null at the end. */
function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      zip.removeAllListeners();
      act();
    };
    zip.once("entry", (entry: Entry) => settle(() => resolve(entry))());
    zip.once(
      "end",
      settle(() => resolve(null)),
    );
    zip.once("error", (error: Error) => settle(() => reject(reasonFor(error)))());
    zip.readEntry();
  });
}

const reasonFor = (error: Error) =>
  new ZipError(
    /relative path|absolute path|invalid characters/.test(error.message) ? "bad_name" : "unreadable",
  );

function contentOf(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (entry.uncompressedSize > maxBytes) return reject(new ZipError("too_large"));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new ZipError("unreadable"));
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) stream.destroy(new ZipError("too_large"));
        else chunks.push(chunk);
      });
      stream.on("error", (broken) =>
        reject(broken instanceof ZipError ? broken : new ZipError("unreadable")),
      );
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}
