import type { Words } from "./block";
import { setLine, type SetLine, type SetWord } from "./set-line";
import { isFromRight, LONG_WORD, typedLines, wordOf, type WordPart } from "./typed-words";

/** Which cut of the face a text is set in. */
export type Cut = "upright" | "italic" | "bold";

/** What is known of letters. */
export type Letters = {
  width(font: string, text: string, size: number): number;
  fontFor(cut: Cut, letter: string): string | undefined;
  hyphenated(word: string): string[];
};

export type LineForm = {
  cut: Cut;
  size: number;
  width: number;
  align: "justified" | "left" | "right" | "centre";
  /** How far the first line is set in. */
  first?: number;
};

/** The words of one paragraph as lines: filled from the left or, in Hebrew, from the right, parted where that helps. */
export function linesOf(words: Words, form: LineForm, letters: Letters, onMissing: () => void): SetLine[] {
  const lines: SetLine[] = [];
  const space = letters.width(`${form.cut} latin`, " ", form.size);
  for (const typed of typedLines(words, form.cut)) {
    const isRtl = isFromRight(typed);
    const waiting = [...typed].reverse();
    let held: SetWord[] = [];
    const left = () => (lines.length === 0 ? (form.first ?? 0) : 0);
    let used = left();
    const close = (isLast: boolean) => {
      if (held.length > 0) lines.push(setLine(held, form, { space, isLast, isRtl, left: left() }, letters));
      held = [];
      used = left();
    };
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const isLong = next.some(({ text }) => text.length > LONG_WORD);
      const whole = isLong ? undefined : wordOf(next, form.size, letters, onMissing);
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
        held.push(wordOf(parted.head, form.size, letters, onMissing));
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
  form: LineForm,
  letters: Letters,
): Parted | undefined {
  const [first, ...others] = word;
  if (!first) return undefined;
  const measure = (text: string) => wordOf([{ ...first, text }], form.size, letters, () => undefined).width;
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
  for (const letter of first.text.slice(0, LONG_WORD)) {
    if (head && measure(head + letter) > room) break;
    head += letter;
  }
  return parted(head, head.length);
}
