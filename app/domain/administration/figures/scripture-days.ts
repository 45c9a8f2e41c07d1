import { seasonOf } from "~/domain/church-year/church-year";
import { bookOf, genreOf } from "~/domain/scripture/bible/books";
import { t } from "~/i18n/t";

/** How often a passage or a prompt was met. `verses`: how long a passage is; 0 for a prompt. */
export type Counted = { name: string; count: number; verses: number };

/** A day as the roll-up keeps it. */
export type ScriptureDay = {
  day: string;
  /** Passages of entries that were finished, and of drafts that still wait. */
  prayed: Counted[];
  begun: Counted[];
  /** Prompts that were answered. */
  answered: Counted[];
  /** Reflections in which a passage or a prompt was shown, and prompts that were changed for another. */
  served: Counted[];
  shown: Counted[];
  changed: Counted[];
};

type PassageCounts = { served: number; prayed: number; begun: number; skipped: number };
type QuestionCounts = { shown: number; answered: number; changed: number; skipped: number };

export type RangeFigures = {
  days: number;
  totals: PassageCounts;
  /** How many of the plans' passages were prayed with, of how many there are. */
  coverage: { prayed: number; of: number };
  passages: ({ name: string } & PassageCounts)[];
  prompts: ({ name: string } & QuestionCounts)[];
  /** How often a question was changed for another. */
  changed: number;
  books: [string, number][];
  genres: [string, number][];
  seasons: [string, number][];
  lengths: [string, { finished: number; begun: number }][];
};

const LENGTHS = [
  [4, t("1 to 4 verses")],
  [8, t("5 to 8 verses")],
  [12, t("9 to 12 verses")],
  [Infinity, t("more than 12 verses")],
] as const;
const lengthOf = (verses: number) => LENGTHS.find(([most]) => verses <= most)?.[1] ?? "";

/** At most this many rows in a list. */
const ROWS = 25;
const NO_PASSAGE: PassageCounts = { served: 0, prayed: 0, begun: 0, skipped: 0 };
const NO_QUESTION: QuestionCounts = { shown: 0, answered: 0, changed: 0, skipped: 0 };

type Tally = Map<string, number>;
const add = (tally: Tally, name: string, count: number) => tally.set(name, (tally.get(name) ?? 0) + count);
const sorted = (tally: Tally) => [...tally].sort(([a, x], [b, y]) => y - x || a.localeCompare(b, "en"));
const tallyOf = (list: Counted[] = []): Tally => new Map(list.map(({ name, count }) => [name, count]));

function rowsOf<T extends object>(none: T) {
  const rows = new Map<string, T>();
  const row = (name: string): T => {
    const known = rows.get(name) ?? { ...none };
    rows.set(name, known);
    return known;
  };
  return { rows, row };
}

const byMost = <T extends object>(rows: Map<string, T>, most: (row: T) => number) =>
  [...rows]
    .sort(([a, x], [b, y]) => most(y) - most(x) || a.localeCompare(b, "en"))
    .slice(0, ROWS)
    .map(([name, row]) => ({ name, ...row }));

/** Adds days up. `planned`: every reference that a plan can lead to. */
export function addDaysUp(days: readonly ScriptureDay[], planned: readonly string[]): RangeFigures {
  const passages = rowsOf(NO_PASSAGE);
  const questions = rowsOf(NO_QUESTION);
  const [books, genres, seasons]: [Tally, Tally, Tally] = [new Map(), new Map(), new Map()];
  const lengths = new Map(LENGTHS.map(([, name]) => [name as string, { finished: 0, begun: 0 }]));
  for (const { day, prayed, begun, answered, served, shown, changed } of days) {
    const season = seasonOf(day);
    for (const { name, count, verses } of prayed) {
      passages.row(name).prayed += count;
      add(books, bookOf(name), count);
      add(genres, genreOf(bookOf(name)), count);
      add(seasons, season, count);
      const length = lengths.get(lengthOf(verses));
      if (length) length.finished += count;
    }
    for (const { name, count, verses } of begun) {
      passages.row(name).begun += count;
      const length = lengths.get(lengthOf(verses));
      if (length) length.begun += count;
    }
    const [taken, also, told, other] = [prayed, begun, answered, changed].map(tallyOf);
    for (const { name, count } of served) {
      const row = passages.row(name);
      row.served += count;
      // Skipped passages are counted per day: a quiet day must not offset another day's skips.
      row.skipped += Math.max(0, count - (taken?.get(name) ?? 0) - (also?.get(name) ?? 0));
    }
    for (const { name, count } of answered) questions.row(name).answered += count;
    for (const { name, count } of changed) questions.row(name).changed += count;
    for (const { name, count } of shown) {
      const row = questions.row(name);
      row.shown += count;
      row.skipped += Math.max(0, count - (told?.get(name) ?? 0) - (other?.get(name) ?? 0));
    }
  }
  const sum = (pick: (row: PassageCounts) => number) =>
    [...passages.rows.values()].reduce((total, row) => total + pick(row), 0);
  return {
    days: days.length,
    totals: {
      served: sum(({ served }) => served),
      prayed: sum(({ prayed }) => prayed),
      begun: sum(({ begun }) => begun),
      skipped: sum(({ skipped }) => skipped),
    },
    coverage: {
      prayed: planned.filter((name) => passages.rows.get(name)?.prayed).length,
      of: planned.length,
    },
    passages: byMost(passages.rows, ({ prayed, served }) => Math.max(prayed, served)),
    prompts: byMost(questions.rows, ({ answered, shown }) => Math.max(answered, shown)),
    changed: [...questions.rows.values()].reduce((total, { changed }) => total + changed, 0),
    books: sorted(books),
    genres: sorted(genres),
    seasons: sorted(seasons),
    lengths: [...lengths],
  };
}
