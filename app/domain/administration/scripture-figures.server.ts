import { DailyScriptureModel } from "#models/daily-scripture.server";
import { PromptSwapModel } from "#models/prompt-swap.server";
import { promptNamed } from "~/domain/journal/prompt-library";
import { bookOf, genreOf } from "~/domain/scripture/books";
import { churchDay } from "~/domain/scripture/church-year";
import { PASSAGE_PLANS, PLAN_NAMES, plannedPassage } from "~/domain/scripture/passage-plan";
import { findPassage } from "~/domain/scripture/passages.server";
import { now } from "~/platform/clock";
import { FAILING, readReport } from "./integrity.server";
import { isReadable } from "./library.server";
import { addDays, utcDay } from "./moments";

/** Scripture analytics (product 2.12): what was prayed with, in counts, and whether the plans lead anywhere. */
type Tally = Map<string, number>;
const add = (tally: Tally, name: string, count: number) => tally.set(name, (tally.get(name) ?? 0) + count);
const sorted = (tally: Tally) => [...tally].sort(([a, x], [b, y]) => y - x || a.localeCompare(b, "en"));

const LENGTHS = [
  [4, "1 to 4 verses"],
  [8, "5 to 8 verses"],
  [12, "9 to 12 verses"],
  [Infinity, "more than 12 verses"],
] as const;

function lengthOf(verses: number): string {
  return LENGTHS.find(([most]) => verses <= most)?.[1] ?? "";
}

export async function scriptureFigures(days: number) {
  const today = utcDay(now());
  const [records, swaps, report] = await Promise.all([
    DailyScriptureModel.find({ _id: { $gte: addDays(today, -days), $lt: today } }).lean(),
    PromptSwapModel.find({ date: { $gte: addDays(today, -Math.min(days, 60)) } })
      .select({ ids: 1, count: 1 })
      .limit(20_000)
      .lean(),
    readReport("integrity"),
  ]);
  const tally = () => new Map<string, number>();
  const [passages, books, genres, seasons, prompts, changed] = [
    tally(),
    tally(),
    tally(),
    tally(),
    tally(),
    tally(),
  ];
  const lengths = new Map(LENGTHS.map(([, name]) => [name as string, { finished: 0, begun: 0 }]));
  for (const { _id, prayed, begun, answered } of records) {
    const { season } = churchDay(_id);
    for (const { name, count, verses } of prayed) {
      const book = bookOf(name);
      add(passages, name, count);
      add(books, book, count);
      add(genres, genreOf(book), count);
      add(seasons, season, count);
      const length = lengths.get(lengthOf(verses));
      if (length) length.finished += count;
    }
    for (const { count, verses } of begun) {
      const length = lengths.get(lengthOf(verses));
      if (length) length.begun += count;
    }
    for (const { name, count } of answered) add(prompts, name, count);
  }
  for (const { ids, count } of swaps) if (count > 0) for (const id of ids.slice(0, -1)) add(changed, id, 1);
  return {
    days: records.length,
    passages: sorted(passages).slice(0, 25),
    books: sorted(books),
    genres: sorted(genres),
    seasons: sorted(seasons),
    lengths: [...lengths],
    prompts: sorted(prompts)
      .slice(0, 25)
      .map(([id, count]) => ({
        id,
        text: promptNamed(id)?.text ?? id,
        count,
        changed: changed.get(id) ?? 0,
      })),
    changed: [...changed.values()].reduce((sum, count) => sum + count, 0),
    failing: report?.problems.filter((problem) => problem.startsWith(FAILING)) ?? null,
  };
}

/** What a day of the plans holds, with what is wrong with it. */
export function previewDay(date: string) {
  const day = churchDay(date);
  const readings = PASSAGE_PLANS.map((plan) => {
    const reference = plannedPassage({ plan, since: "", showSeason: true }, date);
    const verses = findPassage(reference)?.verses.length ?? 0;
    return { plan: PLAN_NAMES[plan], reference, verses, isReadable: isReadable(reference) };
  });
  return { date, name: day.name, season: day.season, colour: day.colour, readings };
}
