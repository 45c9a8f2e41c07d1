import { linesOf, type Cut, type Letters } from "./lines";
import type { PageForm } from "./paper";
import type { SetLine, SetPiece } from "./set-line";
import { SOFT, type Role } from "./styles";

export type PlacedLine = {
  pieces: SetPiece[];
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
export const shifted = (line: SetLine, by: number): SetLine =>
  by === 0 ? line : { ...line, pieces: line.pieces.map((piece) => ({ ...piece, x: piece.x + by })) };

/** Where the text of a page begins: the inner margin is by the spine. */
export const leftOf = (number: number, { inner, outer }: PageForm): number =>
  number % 2 === 1 ? inner : outer;

/** Gives a finished page its running head and its number: the book on the left, the chapter on the right. */
export function closeSheet(sheet: Sheet, form: PageForm, letters: Letters, of: Book): Sheet {
  if (sheet.lines.length === 0) return sheet;
  const size = form.text * 0.84;
  const width = form.width - form.inner - form.outer;
  const left = leftOf(sheet.number, form);
  const isRight = sheet.number % 2 === 1;
  const add = (text: string, y: number, align: "left" | "right" | "centre", cut: Cut) => {
    const [line] = linesOf(text, { cut, size, width, align }, letters, () => undefined);
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
