import type { PageForm, Words } from "~/domain/print/print-task";
import { breakLines, type FontStyle, type GlyphMetrics, type LineFormat } from "./break-lines";
import { INK, MUTED_INK, type LaidOutLine, type TagRole, type TextRun } from "./layout-line";

export type PlacedLine = {
  pieces: TextRun[];
  y: number;
  size: number;
  tint: string;
  role: TagRole;
  /** The same for the lines of one paragraph. */
  part: number;
  goTo?: string;
  /** Its picture, where it is one: `y` is its upper edge. */
  picture?: PlacedPicture;
};

/** A picture where it stands, in points. */
type PlacedPicture = { bytes: Uint8Array; x: number; width: number; height: number; text: string };

/** A page as it is drawn. */
export type Sheet = {
  number: number;
  /** Of the first pages, which are written last and come first. */
  isFront: boolean;
  lines: PlacedLine[];
  /** Lines to write on. */
  rules: { x: number; y: number; width: number }[];
  anchors: { name: string; y: number }[];
  outline: { title: string; depth: number }[];
  /** What stands above it; a page that opens something has nothing above. */
  head: string | null;
};

export type Book = { title: string; numberOf: (page: number) => string; isFront?: boolean };

/** A line further to the right. */
export const shiftLine = (line: LaidOutLine, by: number): LaidOutLine =>
  by === 0 ? line : { ...line, pieces: line.pieces.map((piece) => ({ ...piece, x: piece.x + by })) };

/** Where the text of a page begins: the inner margin is by the spine. */
export const leftMargin = (number: number, { inner, outer }: PageForm): number =>
  number % 2 === 1 ? inner : outer;

/** Gives a finished page its running head and its number: the book on the left, the chapter on the right. */
export function closeSheet(sheet: Sheet, form: PageForm, letters: GlyphMetrics, of: Book): Sheet {
  if (sheet.lines.length === 0) return sheet;
  const size = form.text * 0.84;
  const width = form.width - form.inner - form.outer;
  const left = leftMargin(sheet.number, form);
  const isRight = sheet.number % 2 === 1;
  const add = (text: string, y: number, align: "left" | "right" | "centre", cut: FontStyle) => {
    const [line] = breakLines(text, { cut, size, width, align }, letters, () => undefined);
    if (line)
      sheet.lines.push({
        pieces: shiftLine(line, left).pieces,
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

/** A number as the first pages of a book have it. */
export function formatRoman(value: number): string {
  let text = "";
  let left = value;
  for (const [sign, worth] of ROMAN) for (; left >= worth; left -= worth) text += sign;
  return text;
}

/**
 * Small pages as they lie on large sheets, two on each side, so that the printed pile is folded in its middle and read as a
 * booklet. Printed on both sides, turned over the short edge.
 */
export function imposeBooklet(pages: readonly Sheet[], { width }: PageForm): Sheet[] {
  const count = Math.ceil(pages.length / 4) * 4;
  const sides: Sheet[] = [];
  for (let side = 0; side < count / 2; side++) {
    const [outer, inner] = [pages[count - 1 - side], pages[side]];
    const [left, right] = side % 2 === 0 ? [outer, inner] : [inner, outer];
    const at = (page: Sheet | undefined, x: number) => (page ? moved(page, x) : undefined);
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

const moved = (page: Sheet, by: number): Sheet => ({
  ...page,
  rules: page.rules.map((rule) => ({ ...rule, x: rule.x + by })),
  lines: page.lines.map(({ goTo: _, picture, ...line }) => ({
    ...line,
    ...(picture && { picture: { ...picture, x: picture.x + by } }),
    pieces: line.pieces.map((piece) => ({ ...piece, x: piece.x + by })),
  })),
});

type Row = { size?: number; goTo?: string; note?: string };
type Placing = Pick<LineFormat, "cut" | "size" | "align"> & { role?: TagRole; tint?: string };

/** Pages that are filled from above, one after the other; a finished one is given away, and leaves the memory. */
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
    return this.form.text * 1.42;
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

  /** How many pages there are so far. */
  get count(): number {
    return this.#count;
  }

  /** A fresh page, with nothing above its first line. */
  open(head: string | null): void {
    this.flush();
    this.head = head;
    this.turn().head = null;
  }

  /** Some empty lines. */
  space(lines: number): void {
    this.flush();
    this.y += lines * this.leading;
  }

  /** A line of a list that leads to a place: words on the left, numbers on the right. */
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
    const how = { size: points, role: "P" as const, part, ...(goTo && { goTo }) };
    for (let at = 0; at < height; at++) {
      const line = lines[at] ?? notes[at - lines.length];
      const pieces = [...(line?.pieces ?? []), ...(numbers[at]?.pieces ?? [])];
      const tint = at < lines.length ? INK : MUTED_INK;
      this.put({ pieces, width: this.width }, { ...how, tint, y: this.y + (at + 0.75) * step });
    }
    this.y += step * (height + (note ? 0.45 : 0.1));
  }

  /** Lines at a height of their own, as on a title page. @returns where they end */
  place(words: string, y: number, { cut, size, align, role = "P", tint = INK }: Placing): number {
    const lines = breakLines(words, { cut, size, align, width: this.width }, this.letters, () => undefined);
    const part = this.newPart();
    const shown = lines.slice(0, 6);
    for (const [at, line] of shown.entries())
      this.put(line, { y: y + at * size * 1.3, size, tint, role, part });
    return y + shown.length * size * 1.3;
  }

  /** What is finished: all pages but the one that is being set. */
  *ready(): Generator<Sheet> {
    while (this.#sheets.length > 1) yield* this.#give();
  }

  /** What is not given away yet, with everything that was held back. */
  unfinished(): readonly Sheet[] {
    this.flush();
    return this.#sheets;
  }

  /** The rest. */
  *end(): Generator<Sheet> {
    this.flush();
    while (this.#sheets.length > 0) yield* this.#give();
  }

  *#give(): Generator<Sheet> {
    const sheet = this.#sheets.shift();
    if (sheet) yield closeSheet(sheet, this.form, this.letters, this.of);
  }

  /** Sets what was held back. */
  protected flush(): void {}

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
    how: Omit<PlacedLine, "pieces">,
    left = leftMargin(this.#count, this.form),
  ): void {
    this.sheet.lines.push({ ...how, pieces: shiftLine(line, left).pieces });
  }
}
