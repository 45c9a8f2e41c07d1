import type { BlockStyle } from "~/domain/print/print-task";
import type { FontStyle, GlyphMetrics, LineFormat } from "./break-lines";

type Run = { font: string; text: string; isRtl: boolean; width: number };
export type MeasuredWord = { runs: Run[]; width: number; isRtl: boolean };
/** Text in one font file; `stretch` is added to each space in it. */
export type TextRun = Run & { x: number; stretch: number };
export type LaidOutLine = { pieces: TextRun[]; width: number };

/** `space`: width of a space; `isLast`: the line ends its paragraph; `left`: indent. */
type Place = { space: number; isLast: boolean; isRtl: boolean; left: number };

/** Places the words of a line: centred, flush or justified. */
export function layoutLine(
  words: MeasuredWord[],
  form: LineFormat,
  place: Place,
  letters: GlyphMetrics,
): LaidOutLine {
  const { space, isLast, isRtl, left } = place;
  const natural = words.reduce((sum, { width }) => sum + width, 0) + space * (words.length - 1);
  const free = Math.max(0, form.width - left - natural);
  // A line that would need too wide spaces is not justified.
  const fills = form.align === "justified" && !isLast && words.length > 2 && free < form.width * 0.25;
  const gap = space + (fills ? free / (words.length - 1) : 0);
  const isRight = form.align === "right" || (isRtl && !fills && form.align !== "centre");
  const start = left + (form.align === "centre" ? free / 2 : isRight ? free : 0);
  let x = start;
  const pieces: TextRun[] = [];
  for (const { runs, width } of inVisualOrder(words, isRtl)) {
    const last = pieces.at(-1);
    const [only] = runs;
    // Words in one font are drawn as one run, so that the PDF can be searched. Only the latin font certainly has a space.
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

/** Bidirectional reordering: reverses groups of words against the direction of the paragraph. */
function inVisualOrder(words: MeasuredWord[], isRtl: boolean): MeasuredWord[] {
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

/** Structure type in the tagged PDF, for screen readers. */
export type TagRole = "H1" | "H2" | "H3" | "P" | "BlockQuote" | "Note" | "Figure" | "Artifact";

export type TextStyle = {
  cut: FontStyle;
  /** Relative to the text size. */
  size: number;
  /** Space above, in lines. */
  before: number;
  /** Indent on both sides, and additionally of the first line, relative to the text size. */
  indent: number;
  first?: number;
  align: LineFormat["align"];
  role: TagRole;
  tint: string;
  /** Printed in capitals. */
  caps?: true;
  /** Keep with next: not at the foot of a page. */
  keeps?: true;
  /** Can be divided, but its last lines stay with the next paragraph. */
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

const entry: TextStyle = { ...quiet, cut: "upright", size: 0.82, caps: true, keeps: true };

export const BLOCK_STYLES: Record<BlockStyle, TextStyle> = {
  chapter: { ...heading, size: 2.1, before: 4.6, align: "centre", role: "H1" },
  span: { ...quiet, size: 1.02, before: 0.3, align: "centre", keeps: true },
  month: { ...heading, cut: "italic", size: 1.3, before: 2.6, align: "centre", role: "H2" },
  date: { ...heading, size: 1.15, before: 1.9, role: "H2", tint: RUBRIC_INK },
  entry: { ...entry, before: 0.35 },
  laterEntry: { ...entry, before: 1.7 },
  kind: { ...quiet, before: 0.25, keeps: true },
  title: { ...heading, cut: "bold", before: 0.35, role: "H3" },
  heading: { ...heading, cut: "bold", size: 0.96, before: 0.7, role: "H3" },
  verse: { ...base, cut: "italic", size: 0.96, before: 0.55, indent: 1.4, role: "BlockQuote", leads: true },
  source: { ...quiet, cut: "upright", size: 0.84, before: 0.15, indent: 1.4, align: "right" },
  question: { ...quiet, before: 0.7, keeps: true },
  text: base,
  more: { ...base, before: 0, first: 1.3 },
  item: { ...base, before: 0.12, indent: 1.4, align: "left" },
  list: { ...base, before: 0.3, align: "left", tint: MUTED_INK },
  quote: { ...base, size: 0.96, indent: 1.4, role: "BlockQuote" },
  rule: { ...base, before: 0.4, align: "centre", tint: MUTED_INK },
  picture: { ...quiet, size: 0.88, before: 0.8, align: "centre" },
  note: { ...quiet, cut: "upright", before: 0.5 },
};
