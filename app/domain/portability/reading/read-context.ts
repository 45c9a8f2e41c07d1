import type { PortableEntry } from "~/domain/portability/foreign-entry";
import type { ParsedUpload, SkippedItems } from "~/domain/portability/parsed-upload";
import type { DayOrder } from "./days";

/** A converted entry with the number of items skipped, or the reason for its rejection as a short clause. */
export type ForeignResult = (
  | {
      ok: true;
      entry: PortableEntry;
      left: SkippedItems;
      missing?: string[];
      /** A line of the mood, place and weather, which is kept on request. */
      details?: string;
      /** Items of `left` that are in that line. */
      kept?: SkippedItems;
    }
  | { ok: false; why: string }
) & {
  /** Names the item among those of its file, "Entry 3, 2024-05-06"; otherwise the file's name is shown. */
  where?: string;
};

/** The other files of the same archive; empty for a single file. */
export type ArchiveView = {
  /** Paths in NFC, without the metadata of operating systems and without hidden files. */
  readonly names: readonly string[];
  /** Reads the text of a file; null if it is missing or no text. @throws UploadError if the archive's limits are exceeded */
  readText: (name: string) => Promise<string | null>;
  /** Parses the JSON of a file; undefined if it is missing or none. @throws UploadError if the limits are exceeded */
  readJson: (name: string) => Promise<unknown>;
  /** Reads the bytes of a file; null if it is missing. @throws UploadError if the archive's limits are exceeded */
  readBytes: (name: string) => Promise<Uint8Array | null>;
  /** Computes a value once for the whole archive: a table of tags by id, for example. */
  once: <T>(key: string, compute: () => T) => T;
};

/** The member's clock and time zone, and the archive of the file that is read. */
export type ReadContext = {
  now: Date;
  /** The member's day, YYYY-MM-DD. */
  today: string;
  timezone: string;
  /** The order of day and month in ambiguous days. */
  dayOrder?: DayOrder;
  /** Called when a day was read in that order. */
  onGuess?: () => void;
  archive: ArchiveView;
  /** Finds the picture that a reference in a file means, relative to that file first. */
  findPicture: (reference: string, from: string) => string | undefined;
  /** Notes that a picture file is no photograph: a map or an icon is not counted as left out. */
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
