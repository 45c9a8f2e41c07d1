/** The last verse of each chapter of a book, from 1 on; undefined where a text does not have it. */
export type VerseCounts = (book: string) => readonly number[] | undefined;
export type VersePlace = { chapter: number; verse: number };

/**
 * Where a verse stands in a translation that numbers otherwise than ours: psalms as the Greek and Latin Bibles count
 * them, titles of psalms as verses, chapters that end a few verses earlier or later. All of it can be seen in how many
 * verses the chapters have, so it is taken from the text itself.
 */
export function mapToTranslation(
  theirs: VerseCounts,
  ours: VerseCounts,
  book: string,
  place: VersePlace,
): VersePlace {
  const [own, other] = [ours(book), theirs(book)];
  if (!own || !other) return place;
  if (book === "Ps") return psalmIn(own, other, place);
  if (book === "Dan" && other[2] === 100) return danielIn(place);
  return moved(own, other, place);
}

/** The other way round: which verse of ours stands at a place of theirs. Verses that ours lacks keep their numbers. */
export function mapFromTranslation(
  theirs: VerseCounts,
  ours: VerseCounts,
  book: string,
  place: VersePlace,
): VersePlace {
  const own = ours(book);
  if (!own) return place;
  for (const shift of [0, 1, -1, 2, -2]) {
    const chapter = place.chapter + shift;
    for (let verse = 1; verse <= (own[chapter - 1] ?? 0); verse++) {
      const found = mapToTranslation(theirs, ours, book, { chapter, verse });
      if (found.chapter === place.chapter && found.verse === place.verse) return { chapter, verse };
    }
  }
  return place;
}

const sum = (counts: readonly number[], from: number, to: number) =>
  counts.slice(from, to).reduce((all, count) => all + count, 0);

/** As few chapters as hold equally many verses in both. */
const WINDOWS = [1, 2, 3, 4]
  .flatMap((a) => [1, 2, 3, 4].map((b) => [a, b] as const))
  .sort((x, y) => x[0] + x[1] - y[0] - y[1]);

function moved(own: readonly number[], other: readonly number[], { chapter, verse }: VersePlace): VersePlace {
  let [at, their] = [0, 0];
  while (at < own.length) {
    const [mine, others] = WINDOWS.find(
      ([a, b]) =>
        at + a <= own.length &&
        their + b <= other.length &&
        sum(own, at, at + a) === sum(other, their, their + b),
    ) ?? [1, 1];
    if (chapter <= at + mine) {
      if (mine === 1 && others === 1) return { chapter: chapter - at + their, verse };
      let left = sum(own, at, chapter - 1) + verse;
      let found = their;
      while (found < their + others - 1 && left > (other[found] ?? 0)) left -= other[found++] ?? 0;
      return { chapter: found + 1, verse: left };
    }
    at += mine;
    their += others;
  }
  return { chapter, verse };
}

/** Psalms without a title that could count as a verse. */
const UNTITLED = new Set(
  "1 2 10 33 43 71 91 93 94 95 96 97 99 104 105 106 107 111 112 113 114 115 116 117 118 119 135 136 137 146 147 148 149 150"
    .split(" ")
    .map(Number),
);

/** In the Greek Daniel the prayer of Azariah stands in the third chapter. */
function danielIn({ chapter, verse }: VersePlace): VersePlace {
  if (chapter === 3 && verse >= 24) return { chapter: 3, verse: verse + 67 };
  if (chapter === 4) return verse <= 3 ? { chapter: 3, verse: verse + 97 } : { chapter: 4, verse: verse - 3 };
  return { chapter, verse };
}

function psalmIn(
  own: readonly number[],
  other: readonly number[],
  { chapter, verse }: VersePlace,
): VersePlace {
  const count = (psalm: number) => other[psalm - 1] ?? 0;
  const isGreek = count(9) >= 38;
  const hasTitles = count(3) === (own[2] ?? 0) + 1;
  if (!isGreek || chapter <= 8 || chapter >= 148) return { chapter, verse: titled(chapter, chapter) };
  const after = (psalm: number, first: number) => ({ chapter: psalm, verse: count(psalm) - first + verse });
  if (chapter === 9) return { chapter: 9, verse: verse + count(9) - 38 };
  if (chapter === 10) return after(9, 18);
  if (chapter === 114) return { chapter: 113, verse };
  if (chapter === 115) return after(113, 18);
  // Some count the second half of these on from the first.
  if (chapter === 116)
    return verse < 10
      ? { chapter: 114, verse }
      : { chapter: 115, verse: count(115) >= 19 ? verse : verse - 9 };
  if (chapter === 147)
    return verse < 12
      ? { chapter: 146, verse }
      : { chapter: 147, verse: count(147) >= 20 ? verse : verse - 11 };
  return { chapter: chapter - 1, verse: titled(chapter, chapter - 1) };

  /** A psalm whose title is counted has one or two verses more; the thirteenth ends with two in one. */
  function titled(psalm: number, theirs: number): number {
    if (psalm === 13 && hasTitles) return Math.min(verse + 1, count(theirs));
    if (UNTITLED.has(psalm)) return verse;
    const more = count(theirs) - (own[psalm - 1] ?? 0);
    return more === 1 || more === 2 ? verse + more : verse;
  }
}
