import type { ImportExample } from "./import-preview";
import type { PortableEntry } from "./portable-entry";

/** A longer entry is not an example: the page shows three. */
const LONGEST = 4_000;

/** Three entries of those that would come: the first, one of the middle and the last by their days. */
export function examplesOf(coming: readonly PortableEntry[]): ImportExample[] {
  const short = coming.filter(({ content }) => JSON.stringify(content).length <= LONGEST);
  const inOrder = short.sort((a, b) => (a.forDate < b.forDate ? -1 : a.forDate > b.forDate ? 1 : 0));
  const places = new Set([0, Math.floor(inOrder.length / 2), inOrder.length - 1]);
  return [...places].flatMap((at) => {
    const entry = inOrder[at];
    if (!entry) return [];
    const { forDate, kind, slot, passageRef, dayName, content } = entry;
    // Pictures come with the entries themselves.
    const { pictures: _, ...words } = content;
    return [{ forDate, kind, slot, passageRef, ...(dayName && { dayName }), content: words }];
  });
}

/** How many entries would come of each year, the oldest first. */
export function yearsOf(coming: readonly PortableEntry[]): { year: string; count: number }[] {
  const years = new Map<string, number>();
  for (const { forDate } of coming) {
    const year = forDate.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + 1);
  }
  return [...years].sort(([a], [b]) => a.localeCompare(b)).map(([year, count]) => ({ year, count }));
}
