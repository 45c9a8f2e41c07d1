import type { z } from "zod";
import type { FormatSource } from "~/domain/portability/formats/format-guides.server";
import type { DayOrder } from "~/domain/portability/reading/days";
import type { SourceFile } from "~/domain/portability/reading/source-file.server";
import type { PortableEntry } from "./foreign-entry";
import type { ParsedUpload, SkippedItems } from "./parsed-upload";

/** Our own format also yields other records (`beside`); `records` counts them before invalid records are dropped. */
export type ReadResult = ForeignResult | { beside: ExtraRecords; records: number };

/** A program's export, or a kind of file. An item that cannot be read is yielded as a refusal, and the others follow. */
export type ImportFormat = {
  /** The key of the format's guide in format-guides.server.ts. */
  source: FormatSource;
  /** File extensions in an archive, lower case and without dot; "" for none. Other files of an archive are not unpacked. */
  endings: readonly string[];
  /** Whether the file is of this format, by its name, its first characters or its JSON. The first format of the table wins. */
  recognise: (file: SourceFile, archive: ArchiveView) => boolean;
  /** Yields the entries as they are read; nothing for a file that only supplements others. @throws UploadError for the file */
  read: (file: SourceFile, context: ReadContext) => Iterable<ReadResult> | AsyncIterable<ReadResult>;
};

/** A converted entry with the number of items skipped, or the reason for its rejection as a short clause. */
export type ForeignResult = (
  | {
      ok: true;
      entry: PortableEntry;
      left: SkippedItems;
      missing?: string[];
      /** The mood, place and weather in one line, which the member can import as text. */
      details?: string;
      /** The items of `left` that are preserved as text in `details`. */
      kept?: SkippedItems;
    }
  | { ok: false; why: string }
) & {
  /** Identifies the item in its file: "Entry 3, 2024-05-06". If it is missing, the report names the file. */
  where?: string;
};

/** The other files of the same archive; empty for a single file. */
export type ArchiveView = {
  /** Paths in NFC, without the metadata of operating systems and without hidden files. */
  readonly names: readonly string[];
  /** Reads a file as text; null if it is missing or binary. @throws UploadError if the archive's limits are exceeded */
  readText: (name: string) => Promise<string | null>;
  /** Parses a file as JSON; undefined if it is missing or invalid. @throws UploadError if the limits are exceeded */
  readJson: (name: string) => Promise<unknown>;
  /** Reads the bytes of a file; null if it is missing. @throws UploadError if the archive's limits are exceeded */
  readBytes: (name: string) => Promise<Uint8Array | null>;
  /** Computes a value once for the whole archive: a table of tags by id, for example. */
  once: <T>(key: string, compute: () => T) => T;
};

/** The member's time and settings, and the archive of the file that is read. */
export type ReadContext = {
  now: Date;
  /** The member's day, YYYY-MM-DD. */
  today: string;
  timezone: string;
  /** The order of day and month in ambiguous days. */
  dayOrder?: DayOrder;
  /** Called when a day was ambiguous, so that `dayOrder` or the default order was used. */
  onGuess?: () => void;
  archive: ArchiveView;
  /** Resolves a picture reference in the file `from`, first relative to that file. @returns the path of the picture */
  findPicture: (reference: string, from: string) => string | undefined;
  /** Excludes a picture file that is no photograph, such as a map or an icon, from the pictures reported as skipped. */
  dismissPicture: (reference: string, from: string) => void;
  /** Adds a picture that is contained in a file. @returns a reference for `![](…)` or `ForeignPage.pictures` */
  addPicture: (bytes: Uint8Array) => string | undefined;
};

/** Records of our own format beside the entries. */
export type ExtraRecords = Partial<
  Omit<
    ParsedUpload,
    "sources" | "count" | "entries" | "refused" | "leftOut" | "guessedDays" | "left" | "kept"
  >
>;

/** An optional field that is ignored if its value is invalid: other programs change their fields without notice. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** Formats ", 2026-11-21" if the record has a day in the field; empty otherwise. */
export function formatRawDay(raw: unknown, field: string): string {
  const day = (raw as Record<string, unknown> | null)?.[field];
  return typeof day === "string" && /^\d{4}-\d{2}-\d{2}/.test(day) ? `, ${day.slice(0, 10)}` : "";
}

/** Keys with technical values, which are not text of the member. */
const TECHNICAL_KEY = /^(?:id|uuid|type|kind|date|time|url|color|icon)$|(?:Id|Uuid|Type|Date|Time|At|Url)$/;

/** All texts in a value of an unknown shape, so that an import loses no words. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === "string") return value.trim() ? [value.trim()] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === "string" && TECHNICAL_KEY.test(key) ? [] : textsWithin(part),
  );
}
