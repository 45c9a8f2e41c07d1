import type { Passage } from "./passage";

/** As much of prose as three lines of a page hold. */
const PROSE = 190;
const LINES = 3;

/** The first three lines of a passage, and whether there is more of it. */
export function beginningOf({ verses }: Passage): { lines: string[]; isWhole: boolean } {
  const lines = verses.flatMap(({ text }) => text.split("\n"));
  if (verses.some(({ text }) => text.includes("\n")))
    return { lines: lines.slice(0, LINES), isWhole: lines.length <= LINES };
  const text = lines.join(" ");
  if (text.length <= PROSE) return { lines: [text], isWhole: true };
  const cut = text.slice(0, text.lastIndexOf(" ", PROSE)).toWellFormed();
  return { lines: [`${cut}…`], isWhole: false };
}
