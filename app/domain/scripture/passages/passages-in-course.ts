import PASSAGES from "~/content/passages.yaml";

const { books } = PASSAGES;

/** The plans that read one book through. */
export const BOOK_PASSAGES = {
  mark: books.Mark,
  john: books.John,
  psalms: books.Psalm,
  philippians: books.Philippians,
  ruth: books.Ruth,
  jonah: books.Jonah,
} as const;

/** What ordinary time reads: Mark and letters in even years, Luke and letters in odd ones. */
export const COURSE_ORDINARY: readonly [even: readonly string[], odd: readonly string[]] = [
  [
    ...books.Mark,
    ...books.Ephesians,
    ...books.Ruth,
    ...books.James,
    ...books["1 Thessalonians"],
    ...books.Jonah,
    ...books.Colossians,
  ],
  [...books.Luke, ...books.Philippians, ...books["1 Peter"], ...books["1 John"]],
];

/** Lent reads the Gospel of John, Easter the Acts of the Apostles; odd years start in the middle. */
export const COURSE_OF_SEASONS = { lent: books.John, easter: books.Acts } as const;

export const COURSE_PSALMS: readonly string[] = books.Psalm;
