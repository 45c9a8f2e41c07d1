import type { Emphasis, Words } from "~/domain/print/print-task";
import { layoutLine, type LaidOutLine, type MeasuredWord } from "./layout-line";

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
  /** Added to each space, relative to the size. */
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
