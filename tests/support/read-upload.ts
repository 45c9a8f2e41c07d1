import { readFileSync } from "node:fs";
import { resolveLinks } from "~/domain/journal/entries/entry-links";
import { emptyUpload, type ParsedUpload } from "~/domain/portability/parsed-upload";
import { uploadReader } from "~/domain/portability/read-upload.server";

export const READING = { now: new Date("2026-11-21T10:00:00Z"), today: "2026-11-21", timezone: "UTC" };

/** Reads a whole file of any format. @throws UploadError */
export async function readUpload(name: string, bytes: Buffer, timezone = "UTC"): Promise<ParsedUpload> {
  const task = { name, size: bytes.length, reading: { ...READING, timezone } };
  const source = {
    size: bytes.length,
    read: (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length)),
  };
  const found = emptyUpload();
  for await (const piece of uploadReader(task, source).batches())
    if ("list" in piece) (found[piece.list] as unknown[]).push(...piece.items);
    else Object.assign(found, piece);
  return found;
}

/** Bytes of a file in tests/fixtures/import. */
export const importFixture = (name: string): Buffer => readFileSync(`tests/fixtures/import/${name}`);

/** Reads a fixture. Of each entry it returns the fields that pages show, and the number of pictures. */
export async function readFixture(name: string, timezone?: string) {
  const { entries, refused, left, sources, intentions } = await readUpload(
    name,
    importFixture(name),
    timezone,
  );
  return {
    sources,
    refused: refused.map(({ where, why }) => `${where}: ${why}`),
    left,
    intentions,
    entries: entries.map(({ entry: { forDate, favourite, createdAt, content } }) => ({
      forDate,
      at: createdAt.toISOString().slice(0, 16),
      title: content.title,
      // The entries that links lead to are known only when the import is staged.
      body: resolveLinks(content.body, () => undefined),
      tags: content.tags,
      ...(content.mood && { mood: content.mood }),
      ...(favourite && { favourite }),
      ...(content.pictures && { pictures: content.pictures.length }),
    })),
  };
}
