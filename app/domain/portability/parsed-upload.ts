import type { z } from "zod";
import type { TopicLine } from "~/domain/journal/conversation/topic";
import type {
  DraftInFile,
  InsightInFile,
  IntentionInFile,
  OwnPromptInFile,
  PromptSwapInFile,
  ThreadInFile,
} from "./export-schema";
import type { SettingsInFile } from "./file-codecs";
import type { ForeignDefaults, PortableEntry } from "./foreign-entry";

export type Source = "json" | "dayone" | "markdown" | "journey" | "diarium" | "apple" | "dailytxt";

/** The kinds of content that an import leaves out. */
export const SKIPPED_KINDS = [
  "pictures",
  "videos",
  "recordings",
  "places",
  "weather",
  "music",
  "moods",
  "files",
] as const;
export type SkippedItems = Partial<Record<(typeof SKIPPED_KINDS)[number], number>>;

/** Something that stays behind, and the reason in a few words. */
export type Rejected = { where: string; why: string };

/** What an uploaded file holds. Pictures that its entries name are called by their fingerprints until they are kept. */
export type ParsedUpload = {
  sources: Source[];
  /** How many entries were looked at, including refused ones. */
  count: number;
  entries: { entry: PortableEntry; isDayOne: boolean }[];
  refused: Rejected[];
  /** How much stays behind, by what it is. */
  left: SkippedItems;
  drafts: DraftInFile[];
  ownPrompts: OwnPromptInFile[];
  intentions: IntentionInFile[];
  promptSwaps: PromptSwapInFile[];
  settings: SettingsInFile | undefined;
  /** What is marked to talk about. */
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
    left: {},
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

/** The items that match the schema. */
export function parseValidItems<S extends z.ZodType>(schema: S, list: readonly unknown[]): z.output<S>[] {
  return list.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

/** The person's clock, and the archive in which a text lies. */
export type ParseContext = ForeignDefaults & { today: string };
export type ParseTask = { name: string; size: number; reading: ParseContext };

/** The lists in what was found that may be long. */
export const UPLOAD_LISTS = [
  "entries",
  "refused",
  "drafts",
  "ownPrompts",
  "intentions",
  "promptSwaps",
  "conversation",
  "threads",
  "insights",
] as const satisfies (keyof ParsedUpload)[];
type List = (typeof UPLOAD_LISTS)[number];

/** A part of what was found: some items of one list, or everything else. */
export type ParsedBatch =
  { [K in List]: { list: K; items: ParsedUpload[K] } }[List] | Omit<ParsedUpload, List>;

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
