import type { ImportExample } from "./import-preview";
import { isLongerThanForms } from "./normalise-entry";
import type { PortableEntry } from "./portable-entry";

/** A longer entry is not an example: the page shows three. */
const LONGEST = 4_000;

/** What is remembered of an entry that would come, and where it waits. */
export type ComingNote = Pick<PortableEntry, "forDate" | "kind"> & {
  pictures: number;
  /** Longer than its form accepts. */
  isLong: boolean;
  isExample: boolean;
  part: number;
  at: number;
};

export function noteOf(entry: PortableEntry, part: number, at: number): ComingNote {
  const { forDate, kind, content } = entry;
  return {
    forDate,
    kind,
    pictures: content.pictures?.length ?? 0,
    isLong: isLongerThanForms(entry),
    isExample: JSON.stringify(content).length <= LONGEST,
    part,
    at,
  };
}

/** Three of those that would come: the first, one of the middle and the last by their days. */
export function chooseExamples(coming: readonly ComingNote[]): ComingNote[] {
  const inOrder = coming
    .filter(({ isExample }) => isExample)
    .sort((a, b) => (a.forDate < b.forDate ? -1 : a.forDate > b.forDate ? 1 : 0));
  const places = new Set([0, Math.floor(inOrder.length / 2), inOrder.length - 1]);
  return [...places].flatMap((at) => inOrder[at] ?? []);
}

/** An entry as an example shows it. */
export function exampleOf({
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
export function yearsOf(
  coming: readonly Pick<PortableEntry, "forDate">[],
): { year: string; count: number }[] {
  const years = new Map<string, number>();
  for (const { forDate } of coming) {
    const year = forDate.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  return [...years].sort(([a], [b]) => a.localeCompare(b)).map(([year, count]) => ({ year, count }));
}
