import type { z } from "zod";
import type { TopicLine } from "~/domain/journal/conversation/topic";
import type { DayOrder } from "~/domain/portability/reading/days";
import type {
  DraftInFile,
  InsightInFile,
  IntentionInFile,
  OwnPromptInFile,
  PromptSwapInFile,
  ThreadInFile,
} from "./export-schema";
import type { SettingsInFile } from "./file-codecs";
import type { PortableEntry } from "./foreign-entry";

/** The key of an import format. */
export type Source = string;

/** Kinds of content that an import skips. "locked" is an encrypted passage. */
export const SKIPPED_KINDS = [
  "pictures",
  "videos",
  "recordings",
  "places",
  "weather",
  "music",
  "moods",
  "files",
  "tags",
  "comments",
  "locked",
] as const;
export type SkippedItems = Partial<Record<(typeof SKIPPED_KINDS)[number], number>>;

/** An item that was not imported, and the reason as a short clause. */
export type Rejected = { where: string; why: string };

type ReadEntry = {
  entry: PortableEntry;
  isDayOne: boolean;
  /** The line of mood, place and weather, which the member can import as text. An entry may have only this line. */
  details?: string;
  /** The path of the file of the entry. Other entries link to it by this path. */
  path?: string;
};

/** Parsed content of an upload. Pictures are referred to by fingerprint until they are staged. */
export type ParsedUpload = {
  sources: Source[];
  /** Number of entries read, including rejected entries. */
  count: number;
  entries: ReadEntry[];
  refused: Rejected[];
  /** Files without an entry and missing files, the first IMPORT_LIMITS.refusalsShown. */
  leftOut: Rejected[];
  /** The order of day and month that was assumed for ambiguous days such as 05/06/2024, if there are any. */
  guessedDays: DayOrder | undefined;
  /** Skipped content by kind. */
  left: SkippedItems;
  /** The items of `left` that are preserved as text in an entry's line of details. */
  kept: SkippedItems;
  drafts: DraftInFile[];
  ownPrompts: OwnPromptInFile[];
  intentions: IntentionInFile[];
  promptSwaps: PromptSwapInFile[];
  settings: SettingsInFile | undefined;
  /** Topics to talk about. */
  conversation: TopicLine[];
  threads: ThreadInFile[];
  insights: InsightInFile[];
};

export function emptyUpload(): ParsedUpload {
  return {
    sources: [],
    count: 0,
    entries: [],
    refused: [],
    leftOut: [],
    guessedDays: undefined,
    left: {},
    kept: {},
    drafts: [],
    ownPrompts: [],
    intentions: [],
    promptSwaps: [],
    settings: undefined,
    conversation: [],
    threads: [],
    insights: [],
  };
}

/** Parses each item; drops those that do not match the schema. */
export function parseValidItems<S extends z.ZodType>(schema: S, list: readonly unknown[]): z.output<S>[] {
  return list.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

/** The member's clock and time zone. `today`: the member's day. `dayOrder`: the order in days such as 06/05/2024. */
type ParseContext = { now: Date; today: string; timezone: string; dayOrder?: DayOrder };
/** A file of an upload of several files, whose bytes are stored one after another. */
export type SentFile = { name: string; size: number };
/** `files` is set for an upload of several files. */
export type ParseTask = { name: string; size: number; files?: SentFile[]; reading: ParseContext };

/** Fields of ParsedUpload that are transferred in batches. */
export const UPLOAD_LISTS = [
  "entries",
  "refused",
  "leftOut",
  "drafts",
  "ownPrompts",
  "intentions",
  "promptSwaps",
  "conversation",
  "threads",
  "insights",
] as const satisfies (keyof ParsedUpload)[];
type List = (typeof UPLOAD_LISTS)[number];

/** A batch of one list, or all other fields at once. */
export type ParsedBatch =
  | { [K in List]: { list: K; items: ParsedUpload[K] } }[List]
  | Omit<ParsedUpload, List>;

/** An entry that waits for confirmation, with its line of mood, place and weather. */
export type StagedEntry = PortableEntry & { details?: string };

/** A staged batch of an import. Drafts, own prompts, topics and settings come last. */
export type ImportBatch =
  | { entries: StagedEntry[] }
  | { pictures: ImportedPicture[] }
  | { threads: ThreadInFile[] }
  | { insights: InsightInFile[] }
  | { intentions: IntentionInFile[] }
  | Pick<ParsedUpload, "drafts" | "ownPrompts" | "promptSwaps" | "conversation" | "settings">;

/** A picture and the entries that show it: the id of the picture in each entry (`id`), and the entry's id (`holder`). */
export type ImportedPicture = { holders: { id: string; holder: string }[]; base64: string };

const MAX_BATCH_ITEMS = 100;
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Splits a list by MAX_BATCH_ITEMS and MAX_BATCH_BYTES; a larger item gets a batch of its own. */
export function* toBatches<T>(all: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const item of all) {
    const size = bytesOf(item);
    if (batch.length === MAX_BATCH_ITEMS || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
