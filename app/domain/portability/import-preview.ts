import type { EntryContent } from "~/domain/journal/entries/content";
import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import type { Slot } from "~/domain/member/prayer-times";
import { exceedsFormLimit, type PortableEntry } from "./foreign-entry";
import type { ParsedUpload, Rejected, SkippedItems, Source } from "./parsed-upload";

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
  refusals: Rejected[];
  pictures: number;
  /** Pictures that come with them; missing from previews of an earlier version. */
  withPictures?: number;
  /** How much stays behind, by what it is; missing from previews of an earlier version. */
  left?: SkippedItems;
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

/** A longer entry is not an example: the page shows three. */
const LONGEST = 4_000;

/** What is remembered of an entry that would come, and where it waits. */
export type ExampleCandidate = Pick<PortableEntry, "forDate" | "kind"> & {
  pictures: number;
  /** Longer than its form accepts. */
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
    isExample: JSON.stringify(content).length <= LONGEST,
    part,
    at,
  };
}

/** Three of those that would come: the first, one of the middle and the last by their days. */
export function chooseExamples(coming: readonly ExampleCandidate[]): ExampleCandidate[] {
  const inOrder = coming
    .filter(({ isExample }) => isExample)
    .sort((a, b) => (a.forDate < b.forDate ? -1 : a.forDate > b.forDate ? 1 : 0));
  const places = new Set([0, Math.floor(inOrder.length / 2), inOrder.length - 1]);
  return [...places].flatMap((at) => inOrder[at] ?? []);
}

/** An entry as an example shows it. */
export function toExample({
  forDate,
  kind,
  slot,
  passageRef,
  dayName,
  content,
}: PortableEntry): ImportExample {
  // Pictures come with the entries themselves.
  const { pictures: _, ...words } = content;
  return { forDate, kind, slot, passageRef, ...(dayName && { dayName }), content: words };
}

/** How many entries would come of each year, the oldest first. */
export function countByYear(
  coming: readonly Pick<PortableEntry, "forDate">[],
): { year: string; count: number }[] {
  const years = new Map<string, number>();
  for (const { forDate } of coming) {
    const year = forDate.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  return [...years].sort(([a], [b]) => a.localeCompare(b)).map(([year, count]) => ({ year, count }));
}

/** What was counted while a file was read. */
export type ImportTally = Pick<ParsedUpload, "sources" | "left" | "settings"> & {
  coming: ExampleCandidate[];
  examples: ImportExample[];
  states: Record<EntryState, number>;
  /** How many entries are in the file more than once. */
  twice: number;
  refused: number;
  /** The first of them. */
  refusals: Rejected[];
  beside: Pick<ImportPreview, "drafts" | "ownPrompts" | "intentions" | "threads" | "insights">;
};

/** What is shown of a file before anything of it is kept. */
export function buildImportPreview(fileName: string, tally: ImportTally): ImportPreview {
  const { coming, states, left, sources, examples, twice, refused, refusals } = tally;
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
    pictures: left.pictures ?? 0,
    withPictures: coming.reduce((sum, { pictures }) => sum + pictures, 0),
    left,
    long: coming.filter(({ isLong }) => isLong).length,
    ...tally.beside,
    hasSettings: tally.settings !== undefined,
  };
}

/** The name of a file as pages show it. */
export const displayFileName = (name: string) => name.replace(/\p{Cc}/gu, "").slice(-120);
