import type { Emphasis, Words } from "./block";
import type { Cut, Letters } from "./lines";
import type { SetWord } from "./set-line";

/** A word, or the part of one that is set in one cut. */
export type WordPart = { text: string; cut: Cut };

/** Hebrew runs from the right. */
const RTL = /^[\u0590-\u05ff\ufb1d-\ufb4f]/;
/** Letters that the face does not have. */
const UNKNOWN = "…";
/** Longer than any line: such a word is not measured as a whole. */
export const LONG_WORD = 300;

const cutOf = (base: Cut, as: Emphasis | undefined): Cut =>
  as === "strong" ? "bold" : as === "em" ? (base === "italic" ? "upright" : "italic") : base;

/** The lines that were typed, each with its words, and those in parts where only some of a word stands out. */
export function typedLines(words: Words, base: Cut): WordPart[][][] {
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
export function wordOf(
  parts: readonly WordPart[],
  size: number,
  letters: Letters,
  onMissing: () => void,
): SetWord {
  const runs: SetWord["runs"] = [];
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
export function isFromRight(line: readonly WordPart[][]): boolean {
  for (const { text } of line.flat()) {
    const [letter] = /\p{L}/u.exec(text) ?? [];
    if (letter) return RTL.test(letter);
  }
  return false;
}
