import type { InsightInFile, IntentionInFile, ThreadInFile } from "./export-schema";
import type { PortableEntry } from "./foreign-entry";
import type { ParsedUpload } from "./parsed-upload";

/** A part of an import, as it waits: some new entries, or at the end what is kept beside them. */
export type ImportBatch =
  | { entries: PortableEntry[] }
  | { pictures: ImportedPicture[] }
  | { threads: ThreadInFile[] }
  | { insights: InsightInFile[] }
  | { intentions: IntentionInFile[] }
  | Pick<ParsedUpload, "drafts" | "ownPrompts" | "promptSwaps" | "conversation" | "settings">;

/** A picture as it waits, and the pages for which it comes: by the id that it will have on each. */
export type ImportedPicture = { holders: { id: string; holder: string }[]; base64: string };

const PART_ENTRIES = 100;
const PART_BYTES = 2 * 1024 * 1024;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** A hundred at a time, fewer if they are long. */
export function* toBatches<T>(all: readonly T[]): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const one of all) {
    const size = bytesOf(one);
    if (part.length === PART_ENTRIES || (part.length > 0 && bytes + size > PART_BYTES)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(one);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
