import type { FeastDay } from "~/content/schemas";
import { addDays, weekdayOf } from "~/domain/calendar/local-day";
import type { ChurchSeason } from "./calendar-rules";
import type { StretchKey } from "./week-names";
import { placeInYear, tableOf, type Followed } from "./year-table";

/** A day in the Church's year as a calendar knows it; `traditions.ts` knows what people call it. */
export type ChurchDay = {
  /** The same in every year: "good_friday", "in_ordinary_time.33.5". */
  id: string;
  date: string;
  season: ChurchSeason;
  /** What its week is counted in, and its number; 0 where weeks are not counted. */
  weeks: StretchKey;
  week: number;
  /** 0 is Sunday. */
  weekday: number;
  feast?: string;
} & Pick<FeastDay, "rank" | "colour">;

/** A day by the calendar of a tradition. */
export function churchDay(date: string, followed: Followed): ChurchDay {
  const { stretches, named } = tableOf(Number(date.slice(0, 4)), followed);
  const { stretch, week } = placeInYear(stretches, date);
  const weekday = weekdayOf(date);
  const place = { date, season: stretch.season, weeks: stretch.weeks, week, weekday };
  const day = named.get(date);
  if (day) return { ...place, id: day.feast, feast: day.feast, rank: day.rank, colour: day.colour };
  const rank = weekday === 0 ? "sunday" : (stretch.rank ?? "weekday");
  return { ...place, id: `${stretch.weeks}.${week}.${weekday}`, rank, colour: stretch.colour };
}

/** The day of a year that has the same name: the feast, or the weekday of the same week. Undefined if it lacks one. */
export function sameDayIn(year: number, day: ChurchDay, followed: Followed): string | undefined {
  const { stretches, named } = tableOf(year, followed);
  if (day.feast) {
    for (const [date, { feast }] of named) if (feast === day.feast) return date;
    return undefined;
  }
  for (const { from, sunday, stretch } of stretches) {
    if (stretch.weeks !== day.weeks) continue;
    // Counted weeks hang on their Sunday; the others fall within a week of the day they begin on.
    const counted = stretch.counts?.down
      ? stretch.counts.first - day.week
      : day.week - (stretch.counts?.first ?? 0);
    const date = sunday
      ? addDays(sunday, counted * 7 + day.weekday)
      : addDays(from, (day.weekday - weekdayOf(from) + 7) % 7);
    const there = date.startsWith(from.slice(0, 4)) && churchDay(date, followed);
    if (there && there.id === day.id) return date;
  }
  return undefined;
}
