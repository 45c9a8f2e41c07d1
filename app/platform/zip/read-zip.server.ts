import { fromBuffer, type Entry, type ZipFile } from "yauzl";

/** Why an archive was not read. */
export class ZipError extends Error {
  override name = "ZipError";
  constructor(readonly code: "unreadable" | "bad_name" | "too_many_files" | "too_large" | "encrypted") {
    super(code);
  }
}

export type ZipLimits = { files: number; fileBytes: number; totalBytes: number };

/**
 * The wanted files of an archive, one after another. Sizes are counted while the bytes come out, whatever the archive
 * says of itself; names that lead outside are refused by the library, and nothing is written anywhere. @throws ZipError
 */
export async function* readZip(
  bytes: Uint8Array,
  limits: ZipLimits,
  isWanted: (name: string) => boolean,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const zip = await openZip(bytes);
  try {
    if (zip.entryCount > limits.files) throw new ZipError("too_many_files");
    let left = limits.totalBytes;
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      if (entry.fileName.endsWith("/") || !isWanted(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new ZipError("encrypted");
      const content = await contentOf(zip, entry, Math.min(left, limits.fileBytes));
      left -= content.length;
      yield { name: entry.fileName, bytes: content };
    }
  } finally {
    zip.close();
  }
}

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(new ZipError("unreadable"));
      else resolve(zip);
    });
  });
}

/** The library tells of entries by events; one is asked for at a time. */
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

function contentOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (entry.uncompressedSize > most) return reject(new ZipError("too_large"));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new ZipError("unreadable"));
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > most) stream.destroy(new ZipError("too_large"));
        else chunks.push(chunk);
      });
      stream.on("error", (broken) =>
        reject(broken instanceof ZipError ? broken : new ZipError("unreadable")),
      );
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}
