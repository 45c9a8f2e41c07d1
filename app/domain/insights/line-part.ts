import type { InsightContent } from "./insight";

/** A line of an insight that can be talked about; the question has no entry. */
type Line = { text: string; entryId?: string };

/** What names a line on its page: the same words have the same name, wherever they stand (FNV-1a, 32 bits). */
export function linePart(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** The line that a part names; undefined where there is none. */
export function lineNamed(
  { kept, gifts, threads, consolation, desolation, question }: Omit<InsightContent, "passage" | "prayer">,
  part: string,
): Line | undefined {
  const quotations = [
    ...kept,
    ...[...gifts, ...threads].flatMap((each) => each.quotations),
    ...consolation,
    ...desolation,
  ];
  return [...quotations, { text: question }].find(({ text }) => text !== "" && linePart(text) === part);
}
