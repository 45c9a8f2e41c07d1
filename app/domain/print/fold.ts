import type { PageForm } from "./paper";
import type { Sheet } from "./sheet";

/**
 * Small pages as they lie on large sheets, two on each side, so that the printed pile is folded in its middle and read as a
 * booklet. Printed on both sides, turned over the short edge.
 */
export function foldSheets(pages: readonly Sheet[], { width }: PageForm): Sheet[] {
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
