import FEAST_DAYS from "~/content/feast-days.yaml";
import type { FeastDay } from "~/content/schemas";
import type { DateRule } from "./church-year";
import type { WeekSeries } from "./week-names";

type Rank = FeastDay["rank"];
type Colour = FeastDay["colour"];

/** Liturgical seasons of a church calendar; `Season` in church-year.ts is the simpler list that prompts use. */
export type ChurchSeason =
  | "advent"
  | "christmas"
  | "epiphany"
  | "before_lent"
  | "lent"
  | "holy_week"
  | "easter"
  | "ordinary";

/** A part of the liturgical year. It lasts until the next period begins. */
export type Period = {
  from: DateRule;
  season: ChurchSeason;
  weeks: WeekSeries;
  colour: Colour;
  /** First day where Epiphany is celebrated on a Sunday. */
  fromOnSunday?: DateRule;
  /** The week of `sunday` has the number `first`. With `down`, later weeks have lower numbers, as before Lent and Advent. */
  counts?: { sunday: DateRule; first: number; down?: true; lastYear?: true };
  /** Precedence of its Sundays and weekdays, on the scale of `RANK_ORDER`: the smaller number wins. */
  precedence: readonly [sunday: number, weekday: number];
  /** Rank of its weekdays; "weekday" by default. */
  rank?: Rank;
};

const period = (
  from: DateRule,
  season: ChurchSeason,
  weeks: WeekSeries,
  colour: Colour,
  precedence: Period["precedence"],
  more: Pick<Period, "counts" | "rank" | "fromOnSunday"> = {},
): Period => ({ from, season, weeks, colour, precedence, ...more });

/** A period that begins on a Sunday and numbers its weeks from there. */
const countedWeeks = (
  from: DateRule,
  ...[season, key, colour, precedence]: [ChurchSeason, WeekSeries, Colour, Period["precedence"]]
): Period => period(from, season, key, colour, precedence, { counts: { sunday: from, first: 1 } });

const SUNDAYS_AFTER_CHRISTMAS = { sunday: { sunday: "12-26" }, first: 1 } as const;

/**
 * The days after Christmas in calendars that number the Sundays after it. Two periods, because a period belongs to one civil
 * year: one from the feast, one from New Year's Day.
 */
const AFTER_CHRISTMAS = period({ on: "12-25" }, "christmas", "after_christmas", "white", [6, 13], {
  counts: SUNDAYS_AFTER_CHRISTMAS,
});
const FROM_NEW_YEAR = period({ on: "01-01" }, "christmas", "after_christmas", "white", [6, 13], {
  counts: { ...SUNDAYS_AFTER_CHRISTMAS, lastYear: true },
});

const HOLY_WEEK_AND_EASTER: readonly Period[] = [
  period({ easter: -7 }, "holy_week", "holy_week", "violet", [2, 2]),
  period({ easter: 0 }, "easter", "easter_week", "white", [2, 2]),
  period({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
    counts: { sunday: { easter: 0 }, first: 1 },
  }),
];

/** Rules of one calendar. Between two feasts of equal precedence on one date, the earlier one in `days` wins. */
export type CalendarRules = {
  days: readonly FeastDay[];
  periods: readonly Period[];
  order: Record<Rank, number>;
};

/** Precedence by rank, from the table in the General Norms of the Roman calendar. A period sets the precedence of its Sundays and weekdays. */
export const RANK_ORDER: Record<Rank, number> = {
  principal: 2,
  holy_day: 2,
  solemnity: 3,
  feast_of_the_lord: 5,
  feast: 7,
  memorial: 10,
  sunday: 2,
  weekday: 9,
};
/** A feast is transferred to the next day whose precedence is this number or larger. */
export const MIN_FREE_RANK = 9;

const { everywhere, apostles } = FEAST_DAYS;
const advent = { sunday: { advent: 0 }, first: 1 };

/** Calendars by tradition. A calendar's own feasts precede those of apostles, so that they win on the same date. */
export const CALENDARS = {
  ecumenical: {
    days: [...everywhere, ...FEAST_DAYS.ecumenical, ...apostles],
    periods: [
      FROM_NEW_YEAR,
      period({ on: "01-07" }, "epiphany", "after_epiphany", "green", [6, 13]),
      countedWeeks({ sunday: "01-07" }, "epiphany", "weeks_after_epiphany", "green", [6, 13]),
      period({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      countedWeeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 9]),
      ...HOLY_WEEK_AND_EASTER,
      period({ easter: 50 }, "ordinary", "week_of_pentecost", "green", [6, 13]),
      countedWeeks({ easter: 56 }, "ordinary", "after_pentecost", "green", [6, 13]),
      countedWeeks({ advent: 0 }, "advent", "of_advent", "violet", [2, 13]),
      AFTER_CHRISTMAS,
    ],
    order: RANK_ORDER,
  },
  roman: {
    days: [...everywhere, ...FEAST_DAYS.roman, ...apostles],
    periods: [
      period({ on: "01-01" }, "christmas", "christmas_time", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1, lastYear: true },
      }),
      period({ on: "01-07" }, "christmas", "after_epiphany", "white", [6, 13], {
        fromOnSunday: { sunday: "01-02", plus: 1 },
      }),
      countedWeeks({ sunday: "01-07" }, "ordinary", "in_ordinary_time", "green", [6, 13]),
      period({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      countedWeeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 9]),
      period({ easter: -7 }, "holy_week", "holy_week", "violet", [2, 2]),
      period({ easter: 0 }, "easter", "octave_of_easter", "white", [2, 2], { rank: "solemnity" }),
      period({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
        counts: { sunday: { easter: 0 }, first: 1 },
      }),
      // Ordinary Time ends with its 34th week, so its weeks are numbered back from Advent.
      period({ easter: 50 }, "ordinary", "in_ordinary_time", "green", [6, 13], {
        counts: { sunday: { advent: -7 }, first: 34 },
      }),
      period({ advent: 0 }, "advent", "of_advent", "violet", [2, 13], { counts: advent }),
      period({ on: "12-17" }, "advent", "of_advent", "violet", [2, 9], { counts: advent }),
      period({ on: "12-25" }, "christmas", "octave_of_christmas", "white", [6, 9]),
    ],
    order: RANK_ORDER,
  },
  anglican: {
    days: [
      ...everywhere,
      ...FEAST_DAYS.anglican,
      ...apostles.map((day) => ({ ...day, moves: true as const })),
    ],
    periods: [
      period({ on: "01-01" }, "christmas", "of_christmas", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1, lastYear: true },
      }),
      period({ on: "01-07" }, "epiphany", "after_epiphany", "white", [6, 13]),
      countedWeeks({ sunday: "01-07" }, "epiphany", "of_epiphany", "white", [6, 13]),
      period({ on: "02-03" }, "before_lent", "before_lent", "green", [6, 13], {
        counts: { sunday: { easter: -49 }, first: 1, down: true },
      }),
      period({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 13]),
      countedWeeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 13]),
      period({ easter: -7 }, "holy_week", "holy_week", "red", [2, 2]),
      period({ easter: 0 }, "easter", "easter_week", "white", [2, 2]),
      period({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
        counts: { sunday: { easter: 0 }, first: 1 },
      }),
      period({ easter: 50 }, "ordinary", "week_of_pentecost", "green", [6, 13]),
      period({ easter: 56 }, "ordinary", "week_of_trinity", "green", [6, 13]),
      countedWeeks({ easter: 63 }, "ordinary", "after_trinity", "green", [6, 13]),
      period({ sunday: "10-23" }, "ordinary", "last_after_trinity", "green", [6, 13]),
      // Red or green is allowed from All Saints to Advent; most churches that have both use red.
      period({ advent: -28 }, "ordinary", "before_advent", "red", [6, 13], {
        counts: { sunday: { advent: -7 }, first: 1, down: true },
      }),
      countedWeeks({ advent: 0 }, "advent", "of_advent", "violet", [2, 13]),
      period({ on: "12-25" }, "christmas", "of_christmas", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1 },
      }),
    ],
    // Festivals outrank Sundays, except those of Advent, Lent and Easter.
    order: { ...RANK_ORDER, solemnity: 5, feast: 5.5 },
  },
  lutheran: {
    days: [...everywhere, ...FEAST_DAYS.lutheran, ...apostles],
    periods: [
      FROM_NEW_YEAR,
      period({ on: "01-07" }, "epiphany", "after_epiphany", "green", [6, 13]),
      countedWeeks({ sunday: "01-07" }, "epiphany", "weeks_after_epiphany", "green", [6, 13]),
      period({ easter: -63 }, "before_lent", "after_septuagesima", "green", [6, 13]),
      period({ easter: -56 }, "before_lent", "after_sexagesima", "green", [6, 13]),
      period({ easter: -49 }, "before_lent", "after_quinquagesima", "green", [6, 13]),
      period({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      countedWeeks({ easter: -42 }, "lent", "in_lent", "violet", [2, 9]),
      ...HOLY_WEEK_AND_EASTER,
      period({ easter: 50 }, "ordinary", "week_of_pentecost", "red", [6, 13]),
      period({ easter: 56 }, "ordinary", "week_of_trinity", "green", [6, 13]),
      countedWeeks({ easter: 63 }, "ordinary", "after_trinity", "green", [6, 13]),
      period({ advent: -7 }, "ordinary", "last_week", "green", [6, 13]),
      countedWeeks({ advent: 0 }, "advent", "in_advent", "violet", [2, 13]),
      AFTER_CHRISTMAS,
    ],
    order: RANK_ORDER,
  },
} satisfies Record<string, CalendarRules>;
