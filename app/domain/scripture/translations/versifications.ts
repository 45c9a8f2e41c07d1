import { CHAPTERS, VERSIFICATIONS } from "~/content/bible/versifications";

/** A book as a versification counts it: the last verse of each chapter. */
export type CountedBook = { osis: string; last: number[] };
export type Versification = { ot: CountedBook[]; nt: CountedBook[] };

const chapters = new Map<string, number[][]>();

/** The lists of each book: a line that begins with a name, and those that run on. */
function chapterLists(): ReadonlyMap<string, number[][]> {
  if (chapters.size > 0) return chapters;
  for (const line of CHAPTERS.trim().split(/\n(?=\S)/)) {
    const [osis = "", ...numbers] = line.split(/\s+/);
    chapters.set(osis, [...(chapters.get(osis) ?? []), numbers.map(Number)]);
  }
  return chapters;
}

/** The versification that a module names; undefined if unknown. */
export function versificationNamed(name: string): Versification | undefined {
  const key = Object.keys(VERSIFICATIONS).find((known) => known.toLowerCase() === name.toLowerCase());
  const found = key === undefined ? undefined : VERSIFICATIONS[key];
  if (!found) return undefined;
  const counted = chapterLists();
  const booksOf = (names: string): CountedBook[] =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => {
        const [osis = "", which = "0"] = word.split(".");
        return { osis, last: counted.get(osis)?.[Number(which)] ?? [] };
      });
  return { ot: booksOf(found.ot), nt: booksOf(found.nt) };
}
