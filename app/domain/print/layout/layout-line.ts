import type { BlockStyle } from "~/domain/print/print-task";
import type { FontStyle, GlyphMetrics, LineFormat } from "./break-lines";

type Run = { font: string; text: string; isRtl: boolean; width: number };
export type MeasuredWord = { runs: Run[]; width: number; isRtl: boolean };
/** Letters of one file of the face; `stretch` is added to each space between its words. */
export type TextRun = Run & { x: number; stretch: number };
export type LaidOutLine = { pieces: TextRun[]; width: number };

/** How wide the spaces of a line are, whether it ends its paragraph or reads from the right, and how far it is set in. */
type Place = { space: number; isLast: boolean; isRtl: boolean; left: number };

/** The words of a line at their places: in its middle, at one side, or filling it. */
export function layoutLine(
  words: MeasuredWord[],
  form: LineFormat,
  place: Place,
  letters: GlyphMetrics,
): LaidOutLine {
  const { space, isLast, isRtl, left } = place;
  const natural = words.reduce((sum, { width }) => sum + width, 0) + space * (words.length - 1);
  const free = Math.max(0, form.width - left - natural);
  // A line that could only be filled with holes stays open.
  const fills = form.align === "justified" && !isLast && words.length > 2 && free < form.width * 0.25;
  const gap = space + (fills ? free / (words.length - 1) : 0);
  const isRight = form.align === "right" || (isRtl && !fills && form.align !== "centre");
  const start = left + (form.align === "centre" ? free / 2 : isRight ? free : 0);
  let x = start;
  const pieces: TextRun[] = [];
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
function inReadingOrder(words: MeasuredWord[], isRtl: boolean): MeasuredWord[] {
  const ordered: MeasuredWord[] = [];
  let group: MeasuredWord[] = [];
  for (const word of isRtl ? [...words].reverse() : words) {
    if (word.isRtl === isRtl) {
      ordered.push(...group.reverse(), word);
      group = [];
    } else group.push(word);
  }
  return [...ordered, ...group.reverse()];
}

/** What a line is for those who read by ear. */
export type TagRole = "H1" | "H2" | "H3" | "P" | "BlockQuote" | "Note" | "Figure" | "Artifact";

export type TextStyle = {
  cut: FontStyle;
  /** As a part of the text's size. */
  size: number;
  /** The room above, in lines. */
  before: number;
  /** How far it is set in at both sides, and its first line more, in parts of the text's size. */
  indent: number;
  first?: number;
  align: LineFormat["align"];
  role: TagRole;
  tint: string;
  /** It does not stand at the foot of a page, apart from what it belongs to. */
  keeps?: true;
  /** It may be divided, but its end does not stand apart from what comes after it. */
  leads?: true;
};

export const INK = "#1d1b18";
export const MUTED_INK = "#655f55";
/** @internal Exported for tests. */
export const RUBRIC_INK = "#8a3324";

const base: TextStyle = {
  cut: "upright",
  size: 1,
  before: 0.35,
  indent: 0,
  align: "justified",
  role: "P",
  tint: INK,
};
const heading: TextStyle = { ...base, align: "left", keeps: true };
const quiet: TextStyle = { ...base, cut: "italic", size: 0.94, align: "left", tint: MUTED_INK };

/** How each kind of paragraph is set. */
export const BLOCK_STYLES: Record<BlockStyle, TextStyle> = {
  chapter: { ...heading, size: 2.1, before: 4.6, align: "centre", role: "H1" },
  span: { ...quiet, size: 1.02, before: 0.3, align: "centre", keeps: true },
  month: { ...heading, cut: "italic", size: 1.3, before: 2.6, align: "centre", role: "H2" },
  date: { ...heading, size: 1.15, before: 1.9, role: "H2", tint: RUBRIC_INK },
  kind: { ...quiet, before: 0.25, keeps: true },
  title: { ...heading, cut: "bold", before: 0.35, role: "H3" },
  heading: { ...heading, cut: "bold", size: 0.96, before: 0.7, role: "H3" },
  verse: { ...base, cut: "italic", size: 0.96, before: 0.55, indent: 1.4, role: "BlockQuote", leads: true },
  source: { ...quiet, cut: "upright", size: 0.84, before: 0.15, indent: 1.4, align: "right" },
  question: { ...quiet, before: 0.7, keeps: true },
  text: base,
  more: { ...base, before: 0, first: 1.3 },
  item: { ...base, before: 0.12, indent: 1.4, align: "left" },
  quote: { ...base, size: 0.96, indent: 1.4, role: "BlockQuote" },
  rule: { ...base, before: 0.4, align: "centre", tint: MUTED_INK },
  picture: { ...quiet, size: 0.88, before: 0.8, align: "centre" },
  note: { ...quiet, cut: "upright", before: 0.5 },
};
