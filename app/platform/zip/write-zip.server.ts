import { Readable } from "node:stream";
import ZipStream from "zip-stream";

/** A file for an archive: its text at once, or piece by piece where it may be long. */
export type ZippedFile = { name: string; at: Date; text: string | AsyncIterable<string> };

/**
 * An archive, as it is being made: a file is asked for only when those before it have been taken, so an archive of any
 * size costs the memory of one file and of its table of contents.
 */
export async function* writeZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream({ level: 6 });
  void fill(zip, files);
  try {
    // A failure in `files` destroys the stream, and is thrown here.
    for await (const bytes of zip as AsyncIterable<Buffer>) yield bytes;
  } finally {
    zip.destroy();
  }
}

async function fill(zip: ZipStream, files: AsyncIterable<ZippedFile>): Promise<void> {
  try {
    for await (const file of files) {
      if (zip.destroyed) return;
      await addFile(zip, file);
    }
    zip.finish();
  } catch (error) {
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function addFile(zip: ZipStream, { name, at, text }: ZippedFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = typeof text === "string" ? Buffer.from(text) : Readable.from(encoded(text));
    if (source instanceof Readable) source.once("error", reject);
    zip.once("close", resolve);
    zip.entry(source, { name, date: at }, (error) => {
      zip.off("close", resolve);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part);
}
