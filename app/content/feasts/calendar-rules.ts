import type { DateRule } from "~/domain/church-year/date-rule";
import type { StretchKey } from "~/domain/church-year/week-names";
import type { FeastId } from "./feast-names";

/** What is on the altar; on Holy Saturday nothing is. */
const COLOURS = ["white", "red", "green", "violet", "rose", "black", "none"] as const;
export type Colour = (typeof COLOURS)[number];

/** The seasons as a calendar of the Church counts them. */
export type ChurchSeason =
  "advent" | "christmas" | "epiphany" | "before_lent" | "lent" | "holy_week" | "easter" | "ordinary";

/**
 * How great a day is. A principal feast and a holy day give way to nothing; below them the words are those of the Roman
 * calendar, where Anglicans say principal feast, festival and lesser festival.
 */
export type Rank =
  "principal" | "holy_day" | "solemnity" | "feast_of_the_lord" | "feast" | "memorial" | "sunday" | "weekday";

/** A day with a name of its own, when it is ("12-25" is that date), how great it is, and its colour. */
export type DayRow = readonly [
  id: FeastId,
  at: string | DateRule,
  rank: Rank,
  colour: Colour,
  more?: {
    /** When it is kept by people who keep it on a Sunday. */
    onSunday?: DateRule;
    /** Where a greater day is in its place: on the next day that is free. Without this it is left out that year. */
    moves?: true;
    /** Where it falls on one of these days: on another instead. */
    instead?: { from: DateRule; until: DateRule; to: DateRule };
  },
];

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

/** Days that all calendars here keep alike, before any of their own. */
export const EVERYWHERE: readonly DayRow[] = [
  ["christmas_day", "12-25", "principal", "white"],
  ["epiphany", "01-06", "principal", "white", { onSunday: { sunday: "01-02" } }],
  ["ash_wednesday", { easter: -46 }, "holy_day", "violet"],
  ["maundy_thursday", { easter: -3 }, "holy_day", "white"],
  ["holy_saturday", { easter: -1 }, "holy_day", "none"],
  ["easter_day", { easter: 0 }, "principal", "white"],
  ["ascension_day", { easter: 39 }, "principal", "white", { onSunday: { easter: 42 } }],
  ["pentecost", { easter: 49 }, "principal", "red"],
  [
    "baptism_of_the_lord",
    { sunday: "01-07" },
    "feast_of_the_lord",
    "white",
    { onSunday: { sunday: "01-09", until: "01-13", else: { sunday: "01-07", plus: 1 } } },
  ],
];

/** Apostles, evangelists and martyrs whose day and colour all calendars here share. */
export const APOSTLES: readonly DayRow[] = [
  ["conversion_of_paul", "01-25", "feast", "white"],
  ["mark", "04-25", "feast", "red"],
  ["mary_magdalene", "07-22", "feast", "white"],
  ["james", "07-25", "feast", "red"],
  ["bartholomew", "08-24", "feast", "red"],
  ["matthew", "09-21", "feast", "red"],
  ["luke", "10-18", "feast", "red"],
  ["simon_and_jude", "10-28", "feast", "red"],
  ["andrew", "11-30", "feast", "red"],
  ["stephen", "12-26", "feast", "red"],
  ["john", "12-27", "feast", "white"],
  ["holy_innocents", "12-28", "feast", "red"],
];

/** A calendar, said as data. Of two days of the same greatness the one that comes first here is kept. */
export type CalendarRules = {
  days: readonly DayRow[];
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
/** Where a day that has to move finds room. */
export const ROOM = 9;
