import type { BlockStyle, Emphasis, Words } from "~/domain/print/print-task";

type Run = { font: string; text: string; isRtl: boolean; width: number };
type MeasuredWord = { runs: Run[]; width: number; isRtl: boolean };
/** Text in one font file; `stretch` is added to each space in it. */
export type TextRun = Run & { x: number; stretch: number };
export type LaidOutLine = { runs: TextRun[]; width: number };

/** `space`: width of a space; `isLast`: the line ends its paragraph; `left`: indent. */
type Place = { space: number; isLast: boolean; isRtl: boolean; left: number };

/** Places the words of a line: centred, flush or justified. */
function layoutLine(
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
  const runs: TextRun[] = [];
  for (const { runs: wordRuns, width } of inVisualOrder(words, isRtl)) {
    const last = runs.at(-1);
    const [only] = wordRuns;
    // Words in one font are drawn as one run, so that the PDF can be searched. Only the latin font certainly has a space.
    if (wordRuns.length === 1 && only && last?.font === only.font && only.font.endsWith(" latin")) {
      last.text += ` ${only.text}`;
      last.width += gap + width;
      last.stretch = gap - letters.width(only.font, " ", form.size);
    } else {
      let at = x;
      for (const run of wordRuns) {
        runs.push({ ...run, x: at, stretch: 0 });
        at += run.width;
      }
    }
    x += width + gap;
  }
  return { runs, width: x - gap - start };
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

/** A word, or a part of it in one font style. */
type WordPart = { text: string; cut: FontStyle };

/** Hebrew letters, which run from right to left. */
const RTL = /^[\u0590-\u05ff\ufb1d-\ufb4f]/;
/** Replaces letters that no font has. */
const REPLACEMENT = "…";
/** A longer word is not measured as a whole, because it cannot fit any line. */
const MAX_MEASURED_WORD = 300;

const cutOf = (base: FontStyle, as: Emphasis | undefined): FontStyle =>
  as === "strong" ? "bold" : as === "em" ? (base === "italic" ? "upright" : "italic") : base;

/** Splits a text at line breaks and spaces; a word with several font styles has several parts. */
function splitLines(words: Words, base: FontStyle): WordPart[][][] {
  let line: WordPart[][] = [];
  const lines = [line];
  let open: WordPart[] | undefined;
  for (const { text, as } of typeof words === "string" ? [{ text: words, as: undefined }] : words)
    for (const token of text.normalize("NFC").split(/([ \t\n]+)/)) {
      if (/^[ \t\n]/.test(token)) {
        open = undefined;
        for (const char of token) if (char === "\n") lines.push((line = []));
      } else if (token !== "") {
        const part = { text: token, cut: cutOf(base, as) };
        if (open) open.push(part);
        else line.push((open = [part]));
      }
    }
  return lines;
}

/** Control and format characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u00ad]/u;

/** Splits a word into runs of one font file each and measures it. Missing letters are replaced, missing marks dropped. */
function shapeWord(
  parts: readonly WordPart[],
  size: number,
  letters: GlyphMetrics,
  onMissing: () => void,
): MeasuredWord {
  const runs: MeasuredWord["runs"] = [];
  for (const { text, cut } of parts)
    for (const letter of text) {
      if (INVISIBLE.test(letter)) continue;
      const known = letters.fontFor(cut, letter);
      if (!known && /\p{M}/u.test(letter)) continue;
      if (!known) onMissing();
      if (!known && !/[\p{L}\p{N}]/u.test(letter)) continue;
      const font = known ?? `${cut} latin`;
      const last = runs.at(-1);
      if (!known && last?.text.endsWith(REPLACEMENT)) continue;
      if (last?.font === font) last.text += known ? letter : REPLACEMENT;
      else runs.push({ font, text: known ? letter : REPLACEMENT, isRtl: RTL.test(letter), width: 0 });
    }
  for (const run of runs) run.width = letters.width(run.font, run.text, size);
  return {
    runs,
    width: runs.reduce((sum, { width }) => sum + width, 0),
    isRtl: runs.some(({ isRtl }) => isRtl),
  };
}

/** The direction of a paragraph is that of its first letter. */
function isRightToLeft(line: readonly WordPart[][]): boolean {
  for (const { text } of line.flat()) {
    const [letter] = /\p{L}/u.exec(text) ?? [];
    if (letter) return RTL.test(letter);
  }
  return false;
}

export type FontStyle = "upright" | "italic" | "bold";

export type GlyphMetrics = {
  width(font: string, text: string, size: number): number;
  fontFor(cut: FontStyle, letter: string): string | undefined;
  hyphenated(word: string): string[];
  /** Extra width of each space, as a fraction of the font size. */
  wordSpacing?: number;
};

export type LineFormat = {
  cut: FontStyle;
  size: number;
  width: number;
  align: "justified" | "left" | "right" | "centre";
  /** Indent of the first line. */
  first?: number;
};

/** Breaks one paragraph into lines: greedy, with hyphenation where it helps. */
export function breakLines(
  words: Words,
  form: LineFormat,
  letters: GlyphMetrics,
  onMissing: () => void,
): LaidOutLine[] {
  const lines: LaidOutLine[] = [];
  const space = letters.width(`${form.cut} latin`, " ", form.size) + (letters.wordSpacing ?? 0) * form.size;
  for (const textLine of splitLines(words, form.cut)) {
    const isRtl = isRightToLeft(textLine);
    const pending = [...textLine].reverse();
    let placed: MeasuredWord[] = [];
    const left = () => (lines.length === 0 ? (form.first ?? 0) : 0);
    let used = left();
    const close = (isLast: boolean) => {
      if (placed.length > 0)
        lines.push(layoutLine(placed, form, { space, isLast, isRtl, left: left() }, letters));
      placed = [];
      used = left();
    };
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const isLong = next.some(({ text }) => text.length > MAX_MEASURED_WORD);
      const whole = isLong ? undefined : shapeWord(next, form.size, letters, onMissing);
      if (whole && whole.runs.length === 0) continue;
      const gap = placed.length > 0 ? space : 0;
      const available = form.width - used - gap;
      if (whole && whole.width <= available) {
        placed.push(whole);
        used += gap + whole.width;
        continue;
      }
      const split = splitWord(next, available, placed.length > 0, form, letters);
      if (split) {
        placed.push(shapeWord(split.head, form.size, letters, onMissing));
        if (split.rest.length > 0) pending.push(split.rest);
      } else pending.push(next);
      close(false);
    }
    close(true);
  }
  return lines;
}

type SplitWord = { head: WordPart[]; rest: WordPart[] };

/** Hyphenates a word to the available width. A word alone on its line is cut anywhere if necessary. */
function splitWord(
  word: WordPart[],
  available: number,
  hasWordsBefore: boolean,
  form: LineFormat,
  letters: GlyphMetrics,
): SplitWord | undefined {
  const [first, ...others] = word;
  if (!first) return undefined;
  const measure = (text: string) =>
    shapeWord([{ ...first, text }], form.size, letters, () => undefined).width;
  const splitAt = (head: string, length: number): SplitWord => {
    const rest = first.text.slice(length);
    return { head: [{ ...first, text: head }], rest: rest ? [{ ...first, text: rest }, ...others] : others };
  };
  // A small gap is distributed over the spaces instead; ragged text is not hyphenated.
  const canHyphenate = !hasWordsBefore || (form.align === "justified" && available > form.size * 2.2);
  if (canHyphenate && others.length === 0 && /^[\p{Script=Latin}’'.,;:!?)”-]{6,60}$/u.test(first.text)) {
    const parts = letters.hyphenated(first.text);
    for (let count = parts.length - 1; count > 0; count--) {
      const head = parts.slice(0, count).join("");
      const hyphenated = head.endsWith("-") ? head : `${head}-`;
      if (measure(hyphenated) <= available) return splitAt(hyphenated, head.length);
    }
  }
  if (hasWordsBefore) return undefined;
  let head = "";
  for (const letter of first.text.slice(0, MAX_MEASURED_WORD)) {
    if (head && measure(head + letter) > available) break;
    head += letter;
  }
  return splitAt(head, head.length);
}
