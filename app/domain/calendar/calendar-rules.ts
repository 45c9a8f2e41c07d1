import type { FeastDay } from "~/content/schemas";
import type { DateRule } from "./church-year";
import type { StretchKey } from "./week-names";

type Rank = FeastDay["rank"];
type Colour = FeastDay["colour"];

/** The seasons as a calendar of the Church counts them. */
export type ChurchSeason =
  "advent" | "christmas" | "epiphany" | "before_lent" | "lent" | "holy_week" | "easter" | "ordinary";

/** A stretch of the year: what its weeks are called, how they are counted, and how great its days are. */
export type Stretch = {
  from: DateRule;
  season: ChurchSeason;
  weeks: StretchKey;
  colour: Colour;
  /** When it begins for people who keep Epiphany on a Sunday. */
  fromOnSunday?: DateRule;
  /** The Sunday whose week has the number `first`; weeks before Lent and Advent are counted down to it. */
  counts?: { sunday: DateRule; first: number; down?: true; lastYear?: true };
  /** How great its Sundays and its weekdays are: a smaller number gives way to none that is larger. */
  greatness: readonly [sunday: number, weekday: number];
  /** The rank of its weekdays, where it is not that of a weekday. */
  rank?: Rank;
};

/** One line of a calendar's stretches. */
export const stretch = (
  from: DateRule,
  season: ChurchSeason,
  weeks: StretchKey,
  colour: Colour,
  greatness: Stretch["greatness"],
  more: Pick<Stretch, "counts" | "rank" | "fromOnSunday"> = {},
): Stretch => ({ from, season, weeks, colour, greatness, ...more });

/** One line of weeks that are counted from the Sunday with which they begin. */
export const weeks = (
  from: DateRule,
  ...[season, key, colour, greatness]: [ChurchSeason, StretchKey, Colour, Stretch["greatness"]]
): Stretch => stretch(from, season, key, colour, greatness, { counts: { sunday: from, first: 1 } });

const SUNDAYS_AFTER_CHRISTMAS = { sunday: { sunday: "12-26" }, first: 1 } as const;

/** The days after Christmas, as those calendars count them that name Sundays after it: from the feast, and from the new year. */
export const AFTER_CHRISTMAS = stretch({ on: "12-25" }, "christmas", "after_christmas", "white", [6, 13], {
  counts: SUNDAYS_AFTER_CHRISTMAS,
});
export const NEW_YEAR = stretch({ on: "01-01" }, "christmas", "after_christmas", "white", [6, 13], {
  counts: { ...SUNDAYS_AFTER_CHRISTMAS, lastYear: true },
});

/** From Palm Sunday to the weeks of Easter, where the Sundays of Easter are counted. */
export const HOLY_WEEK_AND_EASTER: readonly Stretch[] = [
  stretch({ easter: -7 }, "holy_week", "holy_week", "violet", [2, 2]),
  stretch({ easter: 0 }, "easter", "easter_week", "white", [2, 2]),
  stretch({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
    counts: { sunday: { easter: 0 }, first: 1 },
  }),
];

/** A calendar. Of two days of the same greatness on one date the first one here is kept. */
export type CalendarRules = {
  days: readonly FeastDay[];
  stretches: readonly Stretch[];
  order: Record<Rank, number>;
};

/** The order of days in the General Norms of the Roman calendar; Sundays and weekdays have theirs from their stretch. */
export const ORDER: Record<Rank, number> = {
  principal: 2,
  holy_day: 2,
  solemnity: 3,
  feast_of_the_lord: 5,
  feast: 7,
  memorial: 10,
  sunday: 2,
  weekday: 9,
};
/** A day that moves replaces only days of this rank and below. */
export const ROOM = 9;
