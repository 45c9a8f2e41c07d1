import type { Passage } from "./passage";
import { hasLines, inPieces } from "./passage-pieces";

/** As much of prose as three lines of a page hold. */
const PROSE = 190;
const LINES = 3;

/** The first three lines of a passage, and whether there is more of it. */
export function beginningOf({ verses }: Passage): { lines: string[]; isWhole: boolean } {
  const [first] = inPieces(verses);
  const prose = first?.set === "prose" ? first.verses.map(({ text }) => text).join(" ") : "";
  if (prose.length > PROSE || !verses.some(hasLines)) {
    if (prose.length <= PROSE) return { lines: [prose], isWhole: true };
    const cut = prose.slice(0, prose.lastIndexOf(" ", PROSE)).toWellFormed();
    return { lines: [`${cut}…`], isWhole: false };
  }
  const lines = verses.flatMap(({ text }) => text.split("\n"));
  return { lines: lines.slice(0, LINES), isWhole: lines.length <= LINES };
}
