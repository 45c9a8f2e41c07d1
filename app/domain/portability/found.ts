import type { z } from "zod";
import type { InsightInFile, ThreadInFile } from "./beside-schema";
import type { DraftInFile, OwnPromptInFile, PromptSwapInFile } from "./export-schema";
import type { SettingsInFile } from "./settings-in-file";
import type { PortableEntry } from "./portable-entry";

export type Source = "json" | "dayone" | "markdown";

/** Something that stays behind, and the reason in a few words. */
export type Refused = { where: string; why: string };

/** What an uploaded file holds. */
export type Found = {
  sources: Source[];
  /** Entries that were looked at, the refused ones included. */
  count: number;
  entries: { entry: PortableEntry; isDayOne: boolean }[];
  refused: Refused[];
  pictures: number;
  drafts: DraftInFile[];
  ownPrompts: OwnPromptInFile[];
  promptSwaps: PromptSwapInFile[];
  settings: SettingsInFile | undefined;
  threads: ThreadInFile[];
  insights: InsightInFile[];
};

export function nothingFound(): Found {
  return {
    sources: [],
    count: 0,
    entries: [],
    refused: [],
    pictures: 0,
    drafts: [],
    ownPrompts: [],
    promptSwaps: [],
    settings: undefined,
    threads: [],
    insights: [],
  };
}

/** Those of a list that are what they should be. */
export function allOf<S extends z.ZodType>(schema: S, list: readonly unknown[]): z.output<S>[] {
  return list.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}
