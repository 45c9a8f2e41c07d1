import type { PageForm, Words } from "~/domain/print/print-task";
import {
  breakLines,
  INK,
  MUTED_INK,
  type FontStyle,
  type GlyphMetrics,
  type LaidOutLine,
  type LineFormat,
  type TagRole,
  type TextRun,
} from "./line-layout";

type PlacedLine = {
  runs: TextRun[];
  y: number;
  size: number;
  tint: string;
  role: TagRole;
  /** Id of the paragraph. */
  part: number;
  goTo?: string;
  /** `y` is the upper edge of the picture. */
  picture?: PlacedPicture;
};

/** A picture at its position, in points. */
type PlacedPicture = { bytes: Uint8Array; x: number; width: number; height: number; text: string };

/** A finished page. */
export type Sheet = {
  number: number;
  /** Front matter: numbered separately, written last and moved to the beginning. */
  isFront: boolean;
  lines: PlacedLine[];
  /** Lines to write on. */
  rules: { x: number; y: number; width: number }[];
  anchors: { name: string; y: number }[];
  outline: { title: string; depth: number }[];
  /** Running head; null on a page that opens a chapter. */
  head: string | null;
};

export type Book = { title: string; numberOf: (page: number) => string; isFront?: boolean };

export const shiftLine = (line: LaidOutLine, by: number): LaidOutLine =>
  by === 0 ? line : { ...line, runs: line.runs.map((piece) => ({ ...piece, x: piece.x + by })) };

/** Left edge of the text: the inner margin is next to the spine. */
export const leftMargin = (number: number, { inner, outer }: PageForm): number =>
  number % 2 === 1 ? inner : outer;

/** Adds the running head (left the title, right the chapter) and the page number. */
function closeSheet(sheet: Sheet, form: PageForm, letters: GlyphMetrics, of: Book): Sheet {
  if (sheet.lines.length === 0) return sheet;
  const size = form.text * 0.84;
  const width = form.width - form.inner - form.outer;
  const left = leftMargin(sheet.number, form);
  const isRight = sheet.number % 2 === 1;
  const add = (text: string, y: number, align: "left" | "right" | "centre", cut: FontStyle) => {
    const [line] = breakLines(text, { cut, size, width, align }, letters, () => undefined);
    if (line)
      sheet.lines.push({
        runs: shiftLine(line, left).runs,
        y,
        size,
        tint: MUTED_INK,
        role: "Artifact",
        part: 0,
      });
  };
  if (sheet.head !== null)
    add(isRight ? sheet.head : of.title, form.top * 0.64, isRight ? "right" : "left", "italic");
  const number = of.numberOf(sheet.number);
  if (number) add(number, form.height - form.foot * 0.5, "centre", "upright");
  return sheet;
}

const ROMAN = [
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;

/** Formats a page number of the front matter. */
export function formatRoman(value: number): string {
  let text = "";
  let rest = value;
  for (const [numeral, worth] of ROMAN) for (; rest >= worth; rest -= worth) text += numeral;
  return text;
}

/**
 * Imposes pages for a booklet: two on each side of a sheet, so that the pile is folded in its middle. Printed on both sides,
 * flipped on the short edge.
 */
export function imposeBooklet(pages: readonly Sheet[], { width }: PageForm): Sheet[] {
  const count = Math.ceil(pages.length / 4) * 4;
  const sides: Sheet[] = [];
  for (let side = 0; side < count / 2; side++) {
    const [outer, inner] = [pages[count - 1 - side], pages[side]];
    const [left, right] = side % 2 === 0 ? [outer, inner] : [inner, outer];
    const at = (page: Sheet | undefined, x: number) => (page ? shiftPage(page, x) : undefined);
    const both = [at(left, 0), at(right, width)].filter((page) => page !== undefined);
    sides.push({
      number: side + 1,
      isFront: false,
      head: null,
      lines: both.flatMap(({ lines }) => lines),
      rules: both.flatMap(({ rules }) => rules),
      anchors: [],
      outline: both.flatMap(({ outline }) => outline),
    });
  }
  return sides;
}

const shiftPage = (page: Sheet, by: number): Sheet => ({
  ...page,
  rules: page.rules.map((rule) => ({ ...rule, x: rule.x + by })),
  lines: page.lines.map(({ goTo: _, picture, ...line }) => ({
    ...line,
    ...(picture && { picture: { ...picture, x: picture.x + by } }),
    runs: line.runs.map((piece) => ({ ...piece, x: piece.x + by })),
  })),
});

type Row = { size?: number; goTo?: string; note?: string };
type Placing = Pick<LineFormat, "cut" | "size" | "align"> & { role?: TagRole; tint?: string };

/** Fills pages from top to bottom. Finished pages are handed over, so that they do not stay in memory. */
export class PageFlow {
  #sheets: Sheet[] = [];
  #count = 0;
  #part = 0;
  protected y = 0;
  protected head: string | null = null;

  constructor(
    readonly form: PageForm,
    readonly letters: GlyphMetrics,
    readonly of: Book,
  ) {}

  protected get leading(): number {
    return this.form.text * this.form.lineHeight;
  }
  protected get width(): number {
    return this.form.width - this.form.inner - this.form.outer;
  }
  protected get bottom(): number {
    return this.form.height - this.form.foot;
  }
  protected get sheet(): Sheet {
    return this.#sheets.at(-1) ?? this.turn();
  }
  protected newPart(): number {
    return ++this.#part;
  }

  /** Pages so far. */
  get count(): number {
    return this.#count;
  }

  /** Starts a page without a running head; `head` is the running head of the pages after it. */
  open(head: string | null): void {
    this.flush();
    this.head = head;
    this.turn().head = null;
  }

  /** Adds vertical space, in lines of text. */
  space(lines: number): void {
    this.flush();
    this.y += lines * this.leading;
  }

  /** Adds a row of a list: text on the left, page numbers on the right, linked to `goTo`. */
  row(words: Words, right: string, { size = 1, goTo, note }: Row = {}): void {
    this.flush();
    const points = this.form.text * size;
    const set = (text: Words, align: LineFormat["align"], width: number, cut: FontStyle = "upright") =>
      breakLines(text, { cut, size: points, width, align }, this.letters, () => undefined);
    const lines = set(words, "left", this.width * 0.6);
    const numbers = set(right, "right", this.width * 0.36).map((line) => shiftLine(line, this.width * 0.64));
    const notes = note ? set(note, "left", this.width * 0.72, "italic") : [];
    const step = this.leading * size;
    const height = Math.max(lines.length + notes.length, numbers.length);
    if (this.y + height * step > this.bottom) this.turn();
    const part = this.newPart();
    const options = { size: points, role: "P" as const, part, ...(goTo && { goTo }) };
    for (let at = 0; at < height; at++) {
      const line = lines[at] ?? notes[at - lines.length];
      const runs = [...(line?.runs ?? []), ...(numbers[at]?.runs ?? [])];
      const tint = at < lines.length ? INK : MUTED_INK;
      this.put({ runs, width: this.width }, { ...options, tint, y: this.y + (at + 0.75) * step });
    }
    this.y += step * (height + (note ? 0.45 : 0.1));
  }

  /** Places lines at a given height. @returns the height below them */
  place(words: string, y: number, { cut, size, align, role = "P", tint = INK }: Placing): number {
    const lines = this.breakBalanced(words, { cut, size, align, width: this.width });
    const part = this.newPart();
    const printed = lines.slice(0, 6);
    for (const [at, line] of printed.entries())
      this.put(line, { y: y + at * size * 1.3, size, tint, role, part });
    return y + printed.length * size * 1.3;
  }

  /**
   * Breaks a text into lines. A centred text gets the narrowest width that needs no more lines, so that no word is left
   * alone on the last line.
   */
  protected breakBalanced(words: Words, form: LineFormat, onMissing = () => {}): LaidOutLine[] {
    const lines = breakLines(words, form, this.letters, onMissing);
    if (form.align !== "centre" || lines.length < 2) return lines;
    const setIn = (width: number) => breakLines(words, { ...form, width }, this.letters, () => undefined);
    let width = form.width;
    while (width > form.width * 0.4 && setIn(width * 0.96).length === lines.length) width *= 0.96;
    return setIn(width).map((line) => shiftLine(line, (form.width - width) / 2));
  }

  /** Yields the finished pages: all but the current one. */
  *ready(): Generator<Sheet> {
    while (this.#sheets.length > 1) yield* this.#takeFirst();
  }

  /** Places pending blocks and returns the pages not yet yielded. */
  unfinished(): readonly Sheet[] {
    this.flush();
    return this.#sheets;
  }

  /** Yields all remaining pages. */
  *end(): Generator<Sheet> {
    this.flush();
    while (this.#sheets.length > 0) yield* this.#takeFirst();
  }

  *#takeFirst(): Generator<Sheet> {
    const sheet = this.#sheets.shift();
    if (sheet) yield closeSheet(sheet, this.form, this.letters, this.of);
  }

  /** Hook for subclasses that hold blocks back: places the pending ones. */
  protected flush(): void {}

  /** Starts the next page. */
  protected turn(): Sheet {
    const sheet: Sheet = {
      number: ++this.#count,
      isFront: this.of.isFront ?? false,
      lines: [],
      rules: [],
      anchors: [],
      outline: [],
      head: this.head,
    };
    this.#sheets.push(sheet);
    this.y = this.form.top;
    return sheet;
  }

  protected put(
    line: LaidOutLine,
    options: Omit<PlacedLine, "runs">,
    left = leftMargin(this.#count, this.form),
  ): void {
    this.sheet.lines.push({ ...options, runs: shiftLine(line, left).runs });
  }
}
