import type { EntryContent } from "~/domain/journal/entries/content";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import type { Slot } from "~/domain/member/prayer-times";
import type { LeftBehind, Refused, Source } from "./parsed-upload";

/** An entry as it will stand, to see whether it was understood. */
export type ImportExample = {
  forDate: string;
  kind: EntryKind;
  slot: Slot;
  passageRef: string;
  dayName?: string;
  content: EntryContent;
};

/** Whether an entry of a file is in the journal already. */
export type EntryState = "new" | "known" | "in_trash";

/** What an import would bring, for its writer to look at first. */
export type ImportPreview = {
  fileName: string;
  sources: Source[];
  /** Entries that would come. */
  coming: number;
  kinds: { kind: EntryKind; count: number }[];
  /** By year, the oldest first; missing, as the examples are, from previews of an earlier version. */
  years?: { year: string; count: number }[];
  /** The first, one of the middle and the last. */
  examples?: ImportExample[];
  from: string;
  to: string;
  /** Here already, and how many of these in the trash. */
  known: number;
  inTrash: number;
  /** Twice in the file itself. */
  twice: number;
  refused: number;
  /** The first of them. */
  refusals: Refused[];
  pictures: number;
  /** Pictures that come with them; missing from previews of an earlier version. */
  withPictures?: number;
  /** How much stays behind, by what it is; missing from previews of an earlier version. */
  left?: LeftBehind;
  /** Longer than their form accepts. */
  long: number;
  drafts: number;
  ownPrompts: number;
  /** People and intentions that are not here yet. */
  intentions: number;
  /** Conversations with coaches and insights that are not here yet. */
  threads: number;
  insights: number;
  hasSettings: boolean;
};

/** The state of an import. */
export type ImportState = {
  preview: ImportPreview;
  stage: "preview" | "running" | "done";
  /** Entries that have come so far. */
  added: number;
  /** Hundredths of the way. */
  percent: number;
  /** Whether a run is under way. */
  isBusy: boolean;
  /** Whether the job has failed and waits before it tries again. */
  isPaused: boolean;
};
