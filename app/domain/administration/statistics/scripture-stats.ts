import { seasonOf } from "~/domain/calendar/church-year";
import { formatNumber } from "~/domain/calendar/locale";
import { bookOf, genreOf } from "~/domain/scripture/bible/bible-books";
import { t } from "~/i18n/t";
import { percentage, suppressedCount } from "./daily-stats";

/** A passage or a question with its count. `verses` is the length of a passage, and 0 for a question. */
export type CountedItem = { name: string; count: number; verses: number };

/** Stored counts of one day. */
export type ScriptureDay = {
  day: string;
  /** Passages of saved entries (`prayed`) and of drafts (`begun`). */
  prayed: CountedItem[];
  begun: CountedItem[];
  /** Questions that saved entries answer. */
  answered: CountedItem[];
  /** Passages (`served`) and questions (`shown`) of opened reflections, and questions that members swapped (`changed`). */
  served: CountedItem[];
  shown: CountedItem[];
  changed: CountedItem[];
};

type PassageCounts = { served: number; prayed: number; begun: number; skipped: number };
type QuestionCounts = { shown: number; answered: number; changed: number; skipped: number };

export type RangeStats = {
  days: number;
  totals: PassageCounts;
  /** Number of plan passages that members prayed with, and of all plan passages. */
  coverage: { prayed: number; of: number };
  passages: ({ name: string } & PassageCounts)[];
  prompts: ({ name: string } & QuestionCounts)[];
  /** Number of swaps of a question. */
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
const lengthOf = (verses: number) => LENGTHS.find(([max]) => verses <= max)?.[1] ?? "";

const MAX_ROWS = 25;
const NO_PASSAGE: PassageCounts = { served: 0, prayed: 0, begun: 0, skipped: 0 };
const NO_QUESTION: QuestionCounts = { shown: 0, answered: 0, changed: 0, skipped: 0 };

type Tally = Map<string, number>;
const add = (tally: Tally, name: string, count: number) => tally.set(name, (tally.get(name) ?? 0) + count);
const sorted = (tally: Tally) => [...tally].sort(([a, x], [b, y]) => y - x || a.localeCompare(b, "en"));
const tallyOf = (list: CountedItem[] = []): Tally => new Map(list.map(({ name, count }) => [name, count]));

function rowsOf<T extends object>(none: T) {
  const rows = new Map<string, T>();
  const row = (name: string): T => {
    const known = rows.get(name) ?? { ...none };
    rows.set(name, known);
    return known;
  };
  return { rows, row };
}

const topRows = <T extends object>(rows: Map<string, T>, score: (row: T) => number) =>
  [...rows]
    .sort(([a, x], [b, y]) => score(y) - score(x) || a.localeCompare(b, "en"))
    .slice(0, MAX_ROWS)
    .map(([name, row]) => ({ name, ...row }));

/** @param planned every reference that a plan can select */
export function sumDays(days: readonly ScriptureDay[], planned: readonly string[]): RangeStats {
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
    const [prayedOn, begunOn, answeredOn, changedOn] = [prayed, begun, answered, changed].map(tallyOf);
    for (const { name, count } of served) {
      const row = passages.row(name);
      row.served += count;
      // Skipped passages are counted per day: a quiet day must not offset another day's skips.
      row.skipped += Math.max(0, count - (prayedOn?.get(name) ?? 0) - (begunOn?.get(name) ?? 0));
    }
    for (const { name, count } of answered) questions.row(name).answered += count;
    for (const { name, count } of changed) questions.row(name).changed += count;
    for (const { name, count } of shown) {
      const row = questions.row(name);
      row.shown += count;
      row.skipped += Math.max(0, count - (answeredOn?.get(name) ?? 0) - (changedOn?.get(name) ?? 0));
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
    passages: topRows(passages.rows, ({ prayed, served }) => Math.max(prayed, served)),
    prompts: topRows(questions.rows, ({ answered, shown }) => Math.max(answered, shown)),
    changed: [...questions.rows.values()].reduce((total, { changed }) => total + changed, 0),
    books: sorted(books),
    genres: sorted(genres),
    seasons: sorted(seasons),
    lengths: [...lengths],
  };
}

const SEASON_NAMES: Record<string, string> = {
  advent: t("Advent"),
  christmas: t("Christmas"),
  lent: t("Lent"),
  easter: t("Easter"),
  pentecost: t("Pentecost"),
  ordinary: t("Ordinary Time"),
};

export const statsSeasonName = (season: string): string => SEASON_NAMES[season] ?? season;

/** The texts and tables of a range; small groups are suppressed, totals are not. */
export function describeRange({
  totals,
  coverage,
  changed,
  passages,
  books,
  genres,
  seasons,
  lengths,
}: Omit<RangeStats, "days" | "prompts">) {
  const rows = (list: [string, number][]) =>
    list.map(([name, count]) => ({ name, value: suppressedCount(count) }));
  return {
    facts: [
      {
        label: t("Shown"),
        value: t("{served} times, before a reflection", { served: formatNumber(totals.served) }),
      },
      {
        label: t("Prayed"),
        value: t("{prayed} finished, {begun} only begun", {
          prayed: formatNumber(totals.prayed),
          begun: formatNumber(totals.begun),
        }),
      },
      {
        label: t("Skipped"),
        value: t("{skipped} times, with nothing written", { skipped: formatNumber(totals.skipped) }),
      },
      { label: t("Questions changed"), value: t("{changed} times", { changed: formatNumber(changed) }) },
      {
        label: t("Coverage"),
        value: t("{prayed} of the {of} passages in the plans were prayed with", {
          prayed: formatNumber(coverage.prayed),
          of: formatNumber(coverage.of),
        }),
      },
    ],
    passages: passages.map(({ name, served, prayed, begun, skipped }) => ({
      name,
      served: suppressedCount(served),
      prayed: suppressedCount(prayed),
      begun: suppressedCount(begun),
      skipped: suppressedCount(skipped),
    })),
    books: rows(books),
    genres: rows(genres),
    seasons: rows(seasons.map(([season, count]) => [statsSeasonName(season), count])),
    lengths: lengths.map(([name, { finished, begun }]) => ({
      name,
      value: percentage(finished, finished + begun),
    })),
  };
}
