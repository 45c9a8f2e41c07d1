import { yearsOf, type ComingNote } from "./import-examples";
import type { EntryState, ImportExample, ImportPreview } from "./import-preview";
import type { ParsedUpload, Refused } from "./parsed-upload";
import type { PortableEntry } from "./portable-entry";

/** What was counted while a file was read. */
export type Tally = Pick<ParsedUpload, "sources" | "left" | "settings"> & {
  coming: ComingNote[];
  examples: ImportExample[];
  states: Record<EntryState, number>;
  /** How many entries are in the file more than once. */
  twice: number;
  refused: number;
  /** The first of them. */
  refusals: Refused[];
  beside: Pick<ImportPreview, "drafts" | "ownPrompts" | "intentions" | "threads" | "insights">;
};

/** What is shown of a file before anything of it is kept. */
export function importPreviewOf(fileName: string, tally: Tally): ImportPreview {
  const { coming, states, left, sources, examples, twice, refused, refusals } = tally;
  const kinds = new Map<PortableEntry["kind"], number>();
  for (const { kind } of coming) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const days = coming.map(({ forDate }) => forDate).sort();
  return {
    fileName,
    sources,
    coming: coming.length,
    years: yearsOf(coming),
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
export const shownFileName = (name: string) => name.replace(/\p{Cc}/gu, "").slice(-120);
