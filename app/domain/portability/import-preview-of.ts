import { isLongerThanForms } from "./fit-entry";
import type { Found } from "./found";
import { examplesOf, yearsOf } from "./import-examples";
import { IMPORT_LIMITS } from "./import-limits";
import type { EntryState, ImportPreview } from "./import-preview";
import type { PortableEntry } from "./portable-entry";

/** What is shown of a file before anything of it is kept: `twice` says how many entries are in it more than once. */
export function importPreviewOf(
  fileName: string,
  found: Found,
  coming: readonly PortableEntry[],
  states: readonly EntryState[],
  twice: number,
): Omit<ImportPreview, "intentions"> {
  const kinds = new Map<PortableEntry["kind"], number>();
  for (const { kind } of coming) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const days = coming.map(({ forDate }) => forDate).sort();
  return {
    fileName: fileName.replace(/\p{Cc}/gu, "").slice(-120),
    sources: found.sources,
    coming: coming.length,
    years: yearsOf(coming),
    examples: examplesOf(coming),
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count),
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    known: states.filter((state) => state !== "new").length,
    inTrash: states.filter((state) => state === "in_trash").length,
    twice,
    refused: found.refused.length,
    refusals: found.refused.slice(0, IMPORT_LIMITS.refusalsShown),
    pictures: found.left.pictures ?? 0,
    withPictures: coming.reduce((sum, { content }) => sum + (content.pictures?.length ?? 0), 0),
    left: found.left,
    long: coming.filter(isLongerThanForms).length,
    drafts: found.drafts.length,
    ownPrompts: found.ownPrompts.length,
    threads: found.threads.length,
    insights: found.insights.length,
    hasSettings: found.settings !== undefined,
  };
}
