import { keptDayLine } from "~/domain/journal/entries/day-line";
import { entryName } from "~/domain/journal/entries/entry";
import type { ShownContent } from "~/domain/journal/entries/shown";
import { shownContents } from "~/domain/journal/entries/shown-content.server";
import type { ImportExample } from "./import-preview";

/** An example as it will stand on its page. */
export type ShownExample = { name: string; dateLine: string; content: ShownContent };

/** The examples of an import, with their words set as an entry's page sets them. */
export async function shownExamples(examples: readonly ImportExample[]): Promise<ShownExample[]> {
  const contents = await shownContents(
    examples.map(({ content }) => content),
    4,
  );
  return examples.flatMap(({ forDate, dayName, kind, slot, passageRef, content: { title } }, at) => {
    const content = contents[at];
    if (!content) return [];
    const dateLine = [keptDayLine(forDate, dayName), passageRef.replaceAll("-", "–")].filter(Boolean);
    return [{ name: title || entryName(kind, slot), dateLine: dateLine.join(" · "), content }];
  });
}
