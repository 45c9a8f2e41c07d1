import PASSAGES from "~/content/passages.yaml";
import type { FeastDay } from "~/content/schemas";
import { churchDay } from "~/domain/calendar/church-day";
import { dayOfSeason, easterOf, seasonOf } from "~/domain/calendar/church-year";
import { addDays, daysBetween } from "~/domain/calendar/local-day";
import { calendarChoice } from "~/domain/calendar/traditions";
import type { FollowedSeasons } from "./passage-plan";

const { books } = PASSAGES;

/** Passages of the plans that read one book. */
export const BOOK_PASSAGES = {
  mark: books.Mark,
  john: books.John,
  psalms: books.Psalm,
  philippians: books.Philippians,
  ruth: books.Ruth,
  jonah: books.Jonah,
} as const;

/** Ordinary time: Mark and letters in even years, Luke and letters in odd years. */
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

/** Lent reads John, Easter reads Acts; odd years start in the middle. */
export const COURSE_OF_SEASONS = { lent: books.John, easter: books.Acts } as const;

export const COURSE_PSALMS: readonly string[] = books.Psalm;

/** First day of lists without a start of their own. */
export const PLAN_EPOCH = "2024-01-01";
/** The item at an index that wraps around in both directions. */
export const cyclic = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";
const isOdd = (date: string) => Number(date.slice(0, 4)) % 2 === 1;

/** Day of Ordinary Time in its year, from 0. Lent to Pentecost interrupt it. */
function ordinaryDay(date: string): number {
  const year = date.slice(0, 4);
  const easter = easterOf(Number(year));
  const [ashWednesday, trinity] = [addDays(easter, -46), addDays(easter, 56)];
  const days = daysBetween(`${year}-01-07`, date);
  return date < ashWednesday ? days : days - daysBetween(ashWednesday, trinity);
}

const GREAT_RANKS: ReadonlySet<FeastDay["rank"]> = new Set<FeastDay["rank"]>([
  "principal",
  "holy_day",
  "solemnity",
  "feast_of_the_lord",
]);
/** Great feasts regardless of rank: calendars rank 15 August differently. */
const GREAT_ALWAYS: ReadonlySet<string> = new Set([
  "christmas_eve",
  "naming_of_jesus",
  "corpus_christi",
  "transfiguration",
  "blessed_virgin_mary",
  "mary_mother_of_our_lord",
]);

/** A great feast has its own passage in every plan; a plan that reads a book pauses on it. */
export const isGreatFeast = (feast: string, rank: FeastDay["rank"]): boolean =>
  GREAT_RANKS.has(rank) || GREAT_ALWAYS.has(feast);

/** The passage of a great feast, if the member follows the Church's year. */
export function greatPassage(date: string, chosen: FollowedSeasons): string | undefined {
  if (!chosen.showSeason) return undefined;
  const { feast, rank } = churchDay(date, calendarChoice(chosen));
  return feast && isGreatFeast(feast, rank) ? PASSAGES.feasts[feast] : undefined;
}

/**
 * The morning reading of books in course: the passage of a great feast, of Advent, Christmas and Pentecost, or else the next
 * part of the season's books, in a cycle of two years.
 */
export function courseReading(date: string, chosen: FollowedSeasons): string {
  const ordinary = COURSE_ORDINARY[isOdd(date) ? 1 : 0];
  if (!chosen.showSeason) return cyclic(ordinary, daysBetween(`${date.slice(0, 4)}-01-01`, date));
  const own = greatPassage(date, chosen);
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary") return cyclic(ordinary, ordinaryDay(date));
  if (season !== "lent" && season !== "easter") return cyclic(PASSAGES.seasons[season], dayOfSeason(date));
  const book = COURSE_OF_SEASONS[season];
  return cyclic(book, dayOfSeason(date) + (isOdd(date) ? Math.floor(book.length / 2) : 0));
}

/** The evening's psalm: all of them in their order, then again from the first. */
export function coursePsalm(date: string): string {
  return cyclic(COURSE_PSALMS, daysBetween(PLAN_EPOCH, date));
}
