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
import type { PortableEntry, Usual } from "./foreign-entry";

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
export function allOf<S extends z.ZodType>(schema: S, list: readonly unknown[]): z.output<S>[] {
  return list.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

/** The person's clock, and the archive in which a text lies. */
export type ParseContext = Usual & { today: string };
export type ReadingTask = { name: string; size: number; reading: ParseContext };

/** The lists in what was found that may be long. */
export const LISTS = [
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
type List = (typeof LISTS)[number];

/** A part of what was found: some items of one list, or everything else. */
export type ParsedPiece =
  { [K in List]: { list: K; items: ParsedUpload[K] } }[List] | Omit<ParsedUpload, List>;
