import PASSAGES from "~/content/passages.yaml";
import { daysBetween } from "~/domain/calendar/local-day";
import { churchDay } from "~/domain/church-year/church-day";
import { seasonOf } from "~/domain/church-year/church-year";
import { dayOfSeason } from "~/domain/church-year/season-days";
import { followedBy, type Tradition } from "~/domain/church-year/traditions";

const EPOCH = "2024-01-01";

/** Whether a person follows the Church's year, and by whose calendar. */
export type FollowedSeasons = { showSeason: boolean; tradition?: Tradition; feastsOnSunday?: boolean };

/**
 * The reference of a day's verse: the feast's own on a feast, the season's in Advent, Christmas, Lent and Easter, and one of
 * 366 on all other days, so that no verse comes back within a year.
 */
export function dailyVerse(date: string, chosen: FollowedSeasons = { showSeason: true }): string {
  return (chosen.showSeason && ofTheChurchYear(date, chosen)) || ofTheYear(date);
}

function ofTheChurchYear(date: string, chosen: FollowedSeasons): string | undefined {
  const { feast } = churchDay(date, followedBy(chosen));
  const own = feast && PASSAGES.feasts[feast];
  if (own) return own;
  const season = seasonOf(date);
  if (season === "ordinary" || season === "pentecost") return undefined;
  const passages = PASSAGES.seasons[season];
  return passages[dayOfSeason(date) % passages.length];
}

function ofTheYear(date: string): string {
  const { verses } = PASSAGES;
  return verses.at(daysBetween(EPOCH, date) % verses.length) ?? "Psalm 46:10";
}
