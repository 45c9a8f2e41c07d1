import { addDays, daysBetween } from "~/domain/calendar/local-day";
import { churchDay } from "~/domain/church-year/church-day";
import { easterOf, seasonOf } from "~/domain/church-year/church-year";
import { followedBy } from "~/domain/church-year/traditions";
import type { Followed } from "~/domain/church-year/year-table";
import { OFFICE_ORDINARY, OFFICE_PSALMS, OFFICE_SEASONS } from "./passages-of-office";
import { FEAST_PASSAGES, SEASON_PASSAGES } from "./passages-of-seasons";

const EPOCH = "2024-01-01";
const turn = (list: readonly string[], at: number) =>
  list[((at % list.length) + list.length) % list.length] ?? "";
const isOdd = (date: string) => Number(date.slice(0, 4)) % 2 === 1;

/** 0 on the first day of the season that `date` lies in. */
export function dayOfSeason(date: string): number {
  const season = seasonOf(date);
  let days = 0;
  while (seasonOf(addDays(date, -days - 1)) === season) days++;
  return days;
}

/** The how-manieth day of ordinary time in its year a day is: Lent, Easter and Pentecost interrupt it. */
function ordinaryDay(date: string): number {
  const year = date.slice(0, 4);
  const easter = easterOf(Number(year));
  const [ashWednesday, trinity] = [addDays(easter, -46), addDays(easter, 56)];
  const days = daysBetween(`${year}-01-07`, date);
  return date < ashWednesday ? days : days - daysBetween(ashWednesday, trinity);
}

/**
 * The morning's reading in the Daily Office: a feast has its own, Advent, Christmas and Pentecost have
 * theirs, and the books of the other seasons are read in course, over two years.
 */
export function officeReading(
  date: string,
  showSeason: boolean,
  followed: Followed = followedBy({}),
): string {
  const ordinary = OFFICE_ORDINARY[isOdd(date) ? 1 : 0];
  if (!showSeason) return turn(ordinary, daysBetween(`${date.slice(0, 4)}-01-01`, date));
  const season = seasonOf(date);
  const { feast } = churchDay(date, followed);
  const own = feast && FEAST_PASSAGES[feast];
  if (own) return own;
  if (season === "ordinary") return turn(ordinary, ordinaryDay(date));
  if (season !== "lent" && season !== "easter") return turn(SEASON_PASSAGES[season], dayOfSeason(date));
  const book = OFFICE_SEASONS[season];
  return turn(book, dayOfSeason(date) + (isOdd(date) ? Math.floor(book.length / 2) : 0));
}

/** The evening's psalm: all of them in their order, then again from the first. */
export function officePsalm(date: string): string {
  return turn(OFFICE_PSALMS, daysBetween(EPOCH, date));
}
