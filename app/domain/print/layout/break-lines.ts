import type { Emphasis, Words } from "~/domain/print/print-task";
import { layoutLine, type LaidOutLine, type MeasuredWord } from "./layout-line";

/** A word, or the part of one that is set in one cut. */
export type WordPart = { text: string; cut: FontStyle };

/** Hebrew runs from the right. */
const RTL = /^[\u0590-\u05ff\ufb1d-\ufb4f]/;
/** Letters that the face does not have. */
const UNKNOWN = "…";
/** Longer than any line: such a word is not measured as a whole. */
export const MAX_MEASURED_WORD = 300;

const cutOf = (base: FontStyle, as: Emphasis | undefined): FontStyle =>
  as === "strong" ? "bold" : as === "em" ? (base === "italic" ? "upright" : "italic") : base;

/** The lines that were typed, each with its words, and those in parts where only some of a word stands out. */
export function splitLines(words: Words, base: FontStyle): WordPart[][][] {
  let line: WordPart[][] = [];
  const lines = [line];
  let open: WordPart[] | undefined;
  for (const { text, as } of typeof words === "string" ? [{ text: words, as: undefined }] : words)
    for (const piece of text.normalize("NFC").split(/([ \t\n]+)/)) {
      if (/^[ \t\n]/.test(piece)) {
        open = undefined;
        for (const sign of piece) if (sign === "\n") lines.push((line = []));
      } else if (piece !== "") {
        const part = { text: piece, cut: cutOf(base, as) };
        if (open) open.push(part);
        else line.push((open = [part]));
      }
    }
  return lines;
}

/** Signs that nobody sees, and those of direction. */
const HIDDEN = /[\p{Cc}\p{Cf}\u00ad]/u;

/** The letters of a word with the files of the face that have them. */
export function shapeWord(
  parts: readonly WordPart[],
  size: number,
  letters: GlyphMetrics,
  onMissing: () => void,
): MeasuredWord {
  const runs: MeasuredWord["runs"] = [];
  for (const { text, cut } of parts)
    for (const letter of text) {
      if (HIDDEN.test(letter)) continue;
      const known = letters.fontFor(cut, letter);
      if (!known && /\p{M}/u.test(letter)) continue;
      if (!known) onMissing();
      if (!known && !/[\p{L}\p{N}]/u.test(letter)) continue;
      const font = known ?? `${cut} latin`;
      const last = runs.at(-1);
      if (!known && last?.text.endsWith(UNKNOWN)) continue;
      if (last?.font === font) last.text += known ? letter : UNKNOWN;
      else runs.push({ font, text: known ? letter : UNKNOWN, isRtl: RTL.test(letter), width: 0 });
    }
  for (const run of runs) run.width = letters.width(run.font, run.text, size);
  return {
    runs,
    width: runs.reduce((sum, { width }) => sum + width, 0),
    isRtl: runs.some(({ isRtl }) => isRtl),
  };
}

/** Whether a paragraph runs from the right: its first letter says so. */
export function isRightToLeft(line: readonly WordPart[][]): boolean {
  for (const { text } of line.flat()) {
    const [letter] = /\p{L}/u.exec(text) ?? [];
    if (letter) return RTL.test(letter);
  }
  return false;
}

/** Which cut of the face a text is set in. */
export type FontStyle = "upright" | "italic" | "bold";

/** What is known of letters. */
export type GlyphMetrics = {
  width(font: string, text: string, size: number): number;
  fontFor(cut: FontStyle, letter: string): string | undefined;
  hyphenated(word: string): string[];
};

export type LineFormat = {
  cut: FontStyle;
  size: number;
  width: number;
  align: "justified" | "left" | "right" | "centre";
  /** How far the first line is set in. */
  first?: number;
};

/** The words of one paragraph as lines: filled from the left or, in Hebrew, from the right, parted where that helps. */
export function breakLines(
  words: Words,
  form: LineFormat,
  letters: GlyphMetrics,
  onMissing: () => void,
): LaidOutLine[] {
  const lines: LaidOutLine[] = [];
  const space = letters.width(`${form.cut} latin`, " ", form.size);
  for (const typed of splitLines(words, form.cut)) {
    const isRtl = isRightToLeft(typed);
    const waiting = [...typed].reverse();
    let held: MeasuredWord[] = [];
    const left = () => (lines.length === 0 ? (form.first ?? 0) : 0);
    let used = left();
    const close = (isLast: boolean) => {
      if (held.length > 0)
        lines.push(layoutLine(held, form, { space, isLast, isRtl, left: left() }, letters));
      held = [];
      used = left();
    };
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const isLong = next.some(({ text }) => text.length > MAX_MEASURED_WORD);
      const whole = isLong ? undefined : shapeWord(next, form.size, letters, onMissing);
      if (whole && whole.runs.length === 0) continue;
      const gap = held.length > 0 ? space : 0;
      const room = form.width - used - gap;
      if (whole && whole.width <= room) {
        held.push(whole);
        used += gap + whole.width;
        continue;
      }
      const parted = partOf(next, room, held.length > 0, form, letters);
      if (parted) {
        held.push(shapeWord(parted.head, form.size, letters, onMissing));
        if (parted.rest.length > 0) waiting.push(parted.rest);
      } else waiting.push(next);
      close(false);
    }
    close(true);
  }
  return lines;
}

type Parted = { head: WordPart[]; rest: WordPart[] };

/** The longest beginning that fits; a word that is longer than any line is cut anywhere. */
function partOf(
  word: WordPart[],
  room: number,
  isBeside: boolean,
  form: LineFormat,
  letters: GlyphMetrics,
): Parted | undefined {
  const [first, ...others] = word;
  if (!first) return undefined;
  const measure = (text: string) =>
    shapeWord([{ ...first, text }], form.size, letters, () => undefined).width;
  const parted = (head: string, length: number): Parted => {
    const rest = first.text.slice(length);
    return { head: [{ ...first, text: head }], rest: rest ? [{ ...first, text: rest }, ...others] : others };
  };
  // A little room is given to the spaces instead; ragged lines part no word.
  const isWorth = !isBeside || (form.align === "justified" && room > form.size * 2.2);
  if (isWorth && others.length === 0 && /^[\p{Script=Latin}’'.,;:!?)”-]{6,60}$/u.test(first.text)) {
    const parts = letters.hyphenated(first.text);
    for (let count = parts.length - 1; count > 0; count--) {
      const head = parts.slice(0, count).join("");
      const signed = head.endsWith("-") ? head : `${head}-`;
      if (measure(signed) <= room) return parted(signed, head.length);
    }
  }
  if (isBeside) return undefined;
  let head = "";
  for (const letter of first.text.slice(0, MAX_MEASURED_WORD)) {
    if (head && measure(head + letter) > room) break;
    head += letter;
  }
  return parted(head, head.length);
}
