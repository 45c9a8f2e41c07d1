import type { PageForm } from "~/domain/print/paper";
import { breakLines, type FontStyle, type GlyphMetrics } from "./lines";
import { SOFT, type LaidOutLine, type Role, type TextRun } from "./set-line";

export type PlacedLine = {
  pieces: TextRun[];
  y: number;
  size: number;
  tint: string;
  role: Role;
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
export const shifted = (line: LaidOutLine, by: number): LaidOutLine =>
  by === 0 ? line : { ...line, pieces: line.pieces.map((piece) => ({ ...piece, x: piece.x + by })) };

/** Where the text of a page begins: the inner margin is by the spine. */
export const leftOf = (number: number, { inner, outer }: PageForm): number =>
  number % 2 === 1 ? inner : outer;

/** Gives a finished page its running head and its number: the book on the left, the chapter on the right. */
export function closeSheet(sheet: Sheet, form: PageForm, letters: GlyphMetrics, of: Book): Sheet {
  if (sheet.lines.length === 0) return sheet;
  const size = form.text * 0.84;
  const width = form.width - form.inner - form.outer;
  const left = leftOf(sheet.number, form);
  const isRight = sheet.number % 2 === 1;
  const add = (text: string, y: number, align: "left" | "right" | "centre", cut: FontStyle) => {
    const [line] = breakLines(text, { cut, size, width, align }, letters, () => undefined);
    if (line)
      sheet.lines.push({
        pieces: shifted(line, left).pieces,
        y,
        size,
        tint: SOFT,
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
export function romanNumber(value: number): string {
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
