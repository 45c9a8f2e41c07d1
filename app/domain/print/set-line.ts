import type { Letters, LineForm } from "./lines";

type Run = { font: string; text: string; isRtl: boolean; width: number };
export type SetWord = { runs: Run[]; width: number; isRtl: boolean };
/** Letters of one file of the face; `stretch` is added to each space between its words. */
export type SetPiece = Run & { x: number; stretch: number };
export type SetLine = { pieces: SetPiece[]; width: number };

/** How wide the spaces of a line are, whether it ends its paragraph or reads from the right, and how far it is set in. */
type Place = { space: number; isLast: boolean; isRtl: boolean; left: number };

/** The words of a line at their places: in its middle, at one side, or filling it. */
export function setLine(words: SetWord[], form: LineForm, place: Place, letters: Letters): SetLine {
  const { space, isLast, isRtl, left } = place;
  const natural = words.reduce((sum, { width }) => sum + width, 0) + space * (words.length - 1);
  const free = Math.max(0, form.width - left - natural);
  // A line that could only be filled with holes stays open.
  const fills = form.align === "justified" && !isLast && words.length > 2 && free < form.width * 0.25;
  const gap = space + (fills ? free / (words.length - 1) : 0);
  const isRight = form.align === "right" || (isRtl && !fills && form.align !== "centre");
  const start = left + (form.align === "centre" ? free / 2 : isRight ? free : 0);
  let x = start;
  const pieces: SetPiece[] = [];
  for (const { runs, width } of inReadingOrder(words, isRtl)) {
    const last = pieces.at(-1);
    const [only] = runs;
    // Words of one file are drawn together, which reads and searches better; only this file is sure to have a space.
    if (runs.length === 1 && only && last?.font === only.font && only.font.endsWith(" latin")) {
      last.text += ` ${only.text}`;
      last.width += gap + width;
      last.stretch = gap - letters.width(only.font, " ", form.size);
    } else {
      let at = x;
      for (const run of runs) {
        pieces.push({ ...run, x: at, stretch: 0 });
        at += run.width;
      }
    }
    x += width + gap;
  }
  return { pieces, width: x - gap - start };
}

/** Neighbouring words that run from the right change places; in a paragraph of Hebrew it is the others that do. */
function inReadingOrder(words: SetWord[], isRtl: boolean): SetWord[] {
  const ordered: SetWord[] = [];
  let group: SetWord[] = [];
  for (const word of isRtl ? [...words].reverse() : words) {
    if (word.isRtl === isRtl) {
      ordered.push(...group.reverse(), word);
      group = [];
    } else group.push(word);
  }
  return [...ordered, ...group.reverse()];
}
