import type { EntryContent } from "~/domain/journal/entries/content";
import { stripEntryLinks } from "~/domain/journal/entries/entry-links";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import type { Slot } from "~/domain/member/prayer-times";
import type { DayOrder } from "~/domain/portability/reading/days";
import { exceedsFormLimit, type PortableEntry } from "./foreign-entry";
import type { ParsedUpload, Rejected, SkippedItems, Source } from "./parsed-upload";

/** An entry of the file as it will be stored, shown so that the member can judge the parsing. */
export type ImportExample = {
  forDate: string;
  kind: EntryKind;
  slot: Slot;
  passageRef: string;
  dayName?: string;
  content: EntryContent;
};

/** Whether the journal already has an entry. */
export type EntryState = "new" | "known" | "in_trash";

/** The content of a staged import, shown for confirmation. */
export type ImportPreview = {
  fileName: string;
  sources: Source[];
  /** New entries. */
  coming: number;
  kinds: { kind: EntryKind; count: number }[];
  /** New entries by year, ascending. Optional fields are missing from previews that an earlier version staged. */
  years?: { year: string; count: number }[];
  /** The first, middle and last new entry by day. */
  examples?: ImportExample[];
  from: string;
  to: string;
  /** Entries that the journal already has, including those in the trash (`inTrash`). */
  known: number;
  inTrash: number;
  /** Duplicates within the file. */
  twice: number;
  refused: number;
  /** The first IMPORT_LIMITS.refusalsShown. */
  refusals: Rejected[];
  /** Files that are left out or missing, the first IMPORT_LIMITS.refusalsShown. */
  leftOut?: Rejected[];
  /** The order of day and month that was assumed for ambiguous days, if there are any. */
  guessedDays?: DayOrder | undefined;
  pictures: number;
  /** Pictures of the new entries. */
  withPictures?: number;
  /** Skipped content by kind. */
  left?: SkippedItems;
  /** Items of `left` that are in the lines of details. */
  kept?: SkippedItems;
  /** Lines of mood, place and weather that the member can import as text, if there are any. */
  details?: DetailLines | undefined;
  /** Entries with a text too long for its form. */
  long: number;
  drafts: number;
  ownPrompts: number;
  /** New intentions. */
  intentions: number;
  /** New conversations with coaches. */
  threads: number;
  insights: number;
  hasSettings: boolean;
};

/**
 * New entries with a line of details. `entries` have text, too; `alone` have only the line and do not count as `coming`;
 * `example` is the first line.
 */
export type DetailLines = { entries: number; alone: number; example: string };

export type ImportState = {
  preview: ImportPreview;
  stage: "preview" | "running" | "done";
  /** Entries imported so far. */
  added: number;
  percent: number;
  /** Whether the lines of mood, place and weather are imported as text. */
  withDetails: boolean;
  /** Whether a run holds the lease. */
  isBusy: boolean;
  /** Whether the background job failed and waits for its retry. */
  isPaused: boolean;
};

/** Maximum characters of an example, because the page shows three of them. */
const MAX_EXAMPLE_LENGTH = 4_000;

/** Summary of a new entry, with its position in the staged batches. */
export type ExampleCandidate = Pick<PortableEntry, "forDate" | "kind"> & {
  pictures: number;
  /** Whether a text is too long for its form. */
  isLong: boolean;
  isExample: boolean;
  part: number;
  at: number;
};

export function exampleCandidate(entry: PortableEntry, part: number, at: number): ExampleCandidate {
  const { forDate, kind, content } = entry;
  return {
    forDate,
    kind,
    pictures: content.pictures?.length ?? 0,
    isLong: exceedsFormLimit(entry),
    isExample: JSON.stringify(content).length <= MAX_EXAMPLE_LENGTH,
    part,
    at,
  };
}

/** Chooses the first, middle and last entry by day. */
export function chooseExamples(coming: readonly ExampleCandidate[]): ExampleCandidate[] {
  const inOrder = coming
    .filter(({ isExample }) => isExample)
    .sort((a, b) => (a.forDate < b.forDate ? -1 : a.forDate > b.forDate ? 1 : 0));
  const positions = new Set([0, Math.floor(inOrder.length / 2), inOrder.length - 1]);
  return [...positions].flatMap((at) => inOrder[at] ?? []);
}

export function toExample({
  forDate,
  kind,
  slot,
  passageRef,
  dayName,
  content,
}: PortableEntry): ImportExample {
  // Before the import, pictures are not stored yet, and links would lead to entries that do not exist yet.
  const { pictures: _, ...text } = { ...content, body: stripEntryLinks(content.body) };
  return { forDate, kind, slot, passageRef, ...(dayName && { dayName }), content: text };
}

/** Counts entries per year, ascending. */
function countByYear(coming: readonly Pick<PortableEntry, "forDate">[]): { year: string; count: number }[] {
  const years = new Map<string, number>();
  for (const { forDate } of coming) {
    const year = forDate.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  return [...years].sort(([a], [b]) => a.localeCompare(b)).map(([year, count]) => ({ year, count }));
}

/** Counters that are updated while a file is read. */
export type ImportTally = Pick<ParsedUpload, "sources" | "left" | "kept" | "settings" | "guessedDays"> & {
  coming: ExampleCandidate[];
  examples: ImportExample[];
  states: Record<EntryState, number>;
  /** Duplicates within the file. */
  twice: number;
  refused: number;
  /** The first IMPORT_LIMITS.refusalsShown. */
  refusals: Rejected[];
  leftOut: Rejected[];
  details: DetailLines;
  beside: Pick<ImportPreview, "drafts" | "ownPrompts" | "intentions" | "threads" | "insights">;
};

export function buildImportPreview(fileName: string, tally: ImportTally): ImportPreview {
  const { coming, states, left, sources, examples, twice, refused, refusals, leftOut } = tally;
  const kinds = new Map<PortableEntry["kind"], number>();
  for (const { kind } of coming) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const days = coming.map(({ forDate }) => forDate).sort();
  return {
    fileName,
    sources,
    coming: coming.length,
    years: countByYear(coming),
    examples,
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count),
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    known: states.known + states.in_trash,
    inTrash: states.in_trash,
    twice,
    refused,
    refusals,
    leftOut,
    guessedDays: tally.guessedDays,
    pictures: left.pictures ?? 0,
    withPictures: coming.reduce((sum, { pictures }) => sum + pictures, 0),
    left,
    kept: tally.kept,
    details: tally.details.entries + tally.details.alone > 0 ? tally.details : undefined,
    long: coming.filter(({ isLong }) => isLong).length,
    ...tally.beside,
    hasSettings: tally.settings !== undefined,
  };
}

/** Strips control characters and shortens the name for display. */
export const displayFileName = (name: string) => name.replace(/\p{Cc}/gu, "").slice(-120);
