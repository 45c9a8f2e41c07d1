/** A line that says where a picture stands, with its number from 1. */
const PLACE = /^[ \t]{0,8}\[picture ([1-6])\][ \t]{0,8}$/gim;

/** The line that stands for the picture with this place, from 0. */
export const placeLine = (at: number) => `[picture ${at + 1}]`;

/**
 * A text in its parts: words, and the places of pictures in it, from 0. A number that no picture has, and one that came before,
 * stays in the words.
 */
export function partsWithPictures(text: string, pictures: number): (string | number)[] {
  const parts: (string | number)[] = [];
  const placed = new Set<number>();
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const at = Number(match[1]) - 1;
    if (at >= pictures || placed.has(at)) continue;
    placed.add(at);
    parts.push(text.slice(from, match.index), at);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  if (placed.size === 0) return parts;
  return parts
    .filter((part) => typeof part === "number" || part.trim() !== "")
    .map((part) => (typeof part === "number" ? part : withoutOuterBreaks(part)));
}

/** A loop, since an expression would look at a long run of line breaks once for each of them. */
function withoutOuterBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === "\n") from++;
  while (to > from && text[to - 1] === "\n") to--;
  return text.slice(from, to);
}

/** A text in which each place is written in another way; pictures without a place come at the end. */
export function withPlaces(text: string, count: number, write: (at: number) => string): string {
  const parts = partsWithPictures(text, count).filter(
    (part) => typeof part === "number" || part.trim() !== "",
  );
  const placed = new Set(parts.filter((part) => typeof part === "number"));
  const rest = Array.from({ length: count }, (_, at) => at).filter((at) => !placed.has(at));
  return [...parts, ...rest]
    .map((part) => (typeof part === "number" ? write(part) : withoutOuterBreaks(part)))
    .join("\n\n");
}

/** The words alone, to compare texts. */
export const withoutPlaces = (text: string) => text.replace(PLACE, "");
