import PASSAGES from "~/content/passages.yaml";
import type { FeastDay } from "~/content/schemas";
import { churchDay } from "~/domain/calendar/church-day";
import { dayOfSeason, easterOf, seasonOf } from "~/domain/calendar/church-year";
import { addDays, daysBetween } from "~/domain/calendar/local-day";
import { calendarChoice } from "~/domain/calendar/traditions";
import type { FollowedSeasons } from "./passage-plan";

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

const EPOCH = "2024-01-01";
const turn = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";
const isOdd = (date: string) => Number(date.slice(0, 4)) % 2 === 1;

/** Which day of Ordinary Time in its year this is, counted from 0: Lent, Easter and Pentecost interrupt it. */
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
/** Days that are great whatever rank a calendar gives them: 15 August is a solemnity to some and a feast to others. */
const GREAT_ALWAYS: ReadonlySet<string> = new Set([
  "christmas_eve",
  "naming_of_jesus",
  "corpus_christi",
  "transfiguration",
  "blessed_virgin_mary",
  "mary_mother_of_our_lord",
]);

/** Whether a day is so great that no way of reading passes it by: a book waits for it, and goes on the day after. */
export const isGreatFeast = (feast: string, rank: FeastDay["rank"]): boolean =>
  GREAT_RANKS.has(rank) || GREAT_ALWAYS.has(feast);

/** The passage of a great day, for people who follow the Church's year. */
export function greatPassage(date: string, chosen: FollowedSeasons): string | undefined {
  if (!chosen.showSeason) return undefined;
  const { feast, rank } = churchDay(date, calendarChoice(chosen));
  return feast && isGreatFeast(feast, rank) ? PASSAGES.feasts[feast] : undefined;
}

/**
 * The morning's reading of books in course: a great day has its own, Advent, Christmas and Pentecost have theirs, and the
 * books of the other seasons are read through, over two years.
 */
export function courseReading(date: string, chosen: FollowedSeasons): string {
  const ordinary = COURSE_ORDINARY[isOdd(date) ? 1 : 0];
  if (!chosen.showSeason) return turn(ordinary, daysBetween(`${date.slice(0, 4)}-01-01`, date));
  const own = greatPassage(date, chosen);
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary") return turn(ordinary, ordinaryDay(date));
  if (season !== "lent" && season !== "easter") return turn(PASSAGES.seasons[season], dayOfSeason(date));
  const book = COURSE_OF_SEASONS[season];
  return turn(book, dayOfSeason(date) + (isOdd(date) ? Math.floor(book.length / 2) : 0));
}

/** The evening's psalm: all of them in their order, then again from the first. */
export function coursePsalm(date: string): string {
  return turn(COURSE_PSALMS, daysBetween(EPOCH, date));
}
