import type { ImportFormat, ReadContext, ReadResult } from "~/domain/portability/import-format";
import { createArchive, sourceFile } from "~/domain/portability/reading/source-file.server";
import { UploadPictures } from "~/domain/portability/upload-pictures.server";

type Files = Record<string, string | Uint8Array>;

type Reading = Pick<ReadContext, "now" | "today" | "timezone" | "dayOrder">;
const READING: Reading = {
  now: new Date("2026-11-21T10:00:00Z"),
  today: "2026-11-21",
  timezone: "Europe/Berlin",
  dayOrder: "day",
};

/** Reads one file of an archive with a format. The first of `files` is read. */
export async function readWith(
  format: ImportFormat,
  files: Files,
  reading: Partial<Reading> = {},
): Promise<ReadResult[]> {
  const members = Object.entries(files).map(([name, data]) => {
    const bytes = Buffer.from(data);
    return { name, size: bytes.length, read: async () => bytes };
  });
  const [first] = members;
  if (!first) throw new Error("There is no file.");
  const budget = { values: 1_000_000 };
  const pictures = new UploadPictures();
  await pictures.index(members, Infinity);
  const { view } = createArchive(members, budget);
  const file = sourceFile(first.name, await first.read(), budget);
  if (!format.recognise(file, view)) throw new Error(`${first.name} is not recognised.`);
  const context: ReadContext = {
    ...READING,
    ...reading,
    archive: view,
    findPicture: (reference, from) => pictures.find(reference, from),
    addPicture: (bytes) => pictures.add(bytes),
    dismissPicture: (reference, from) => pictures.dismiss(reference, from),
  };
  const results: ReadResult[] = [];
  for await (const result of format.read(file, context)) results.push(result);
  return results;
}
