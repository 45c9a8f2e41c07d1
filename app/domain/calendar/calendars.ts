import FEAST_DAYS from "~/content/feast-days.yaml";
import {
  AFTER_CHRISTMAS,
  HOLY_WEEK_AND_EASTER,
  NEW_YEAR,
  ORDER,
  stretch,
  weeks,
  type CalendarRules,
} from "./calendar-rules";

const { everywhere, apostles } = FEAST_DAYS;
const advent = { sunday: { advent: 0 }, first: 1 };

/** The calendars of the traditions. Feasts of apostles follow a calendar's own feasts, which come first on the same date. */
export const CALENDARS = {
  ecumenical: {
    days: [...everywhere, ...FEAST_DAYS.ecumenical, ...apostles],
    stretches: [
      NEW_YEAR,
      stretch({ on: "01-07" }, "epiphany", "after_epiphany", "green", [6, 13]),
      weeks({ sunday: "01-07" }, "epiphany", "weeks_after_epiphany", "green", [6, 13]),
      stretch({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      weeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 9]),
      ...HOLY_WEEK_AND_EASTER,
      stretch({ easter: 50 }, "ordinary", "week_of_pentecost", "green", [6, 13]),
      weeks({ easter: 56 }, "ordinary", "after_pentecost", "green", [6, 13]),
      weeks({ advent: 0 }, "advent", "of_advent", "violet", [2, 13]),
      AFTER_CHRISTMAS,
    ],
    order: ORDER,
  },
  roman: {
    days: [...everywhere, ...FEAST_DAYS.roman, ...apostles],
    stretches: [
      stretch({ on: "01-01" }, "christmas", "christmas_time", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1, lastYear: true },
      }),
      stretch({ on: "01-07" }, "christmas", "after_epiphany", "white", [6, 13], {
        fromOnSunday: { sunday: "01-02", plus: 1 },
      }),
      weeks({ sunday: "01-07" }, "ordinary", "in_ordinary_time", "green", [6, 13]),
      stretch({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      weeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 9]),
      stretch({ easter: -7 }, "holy_week", "holy_week", "violet", [2, 2]),
      stretch({ easter: 0 }, "easter", "octave_of_easter", "white", [2, 2], { rank: "solemnity" }),
      stretch({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
        counts: { sunday: { easter: 0 }, first: 1 },
      }),
      // Ordinary Time ends with its thirty-fourth week, and is counted back from there.
      stretch({ easter: 50 }, "ordinary", "in_ordinary_time", "green", [6, 13], {
        counts: { sunday: { advent: -7 }, first: 34 },
      }),
      stretch({ advent: 0 }, "advent", "of_advent", "violet", [2, 13], { counts: advent }),
      stretch({ on: "12-17" }, "advent", "of_advent", "violet", [2, 9], { counts: advent }),
      stretch({ on: "12-25" }, "christmas", "octave_of_christmas", "white", [6, 9]),
    ],
    order: ORDER,
  },
  anglican: {
    days: [
      ...everywhere,
      ...FEAST_DAYS.anglican,
      ...apostles.map((day) => ({ ...day, moves: true as const })),
    ],
    stretches: [
      stretch({ on: "01-01" }, "christmas", "of_christmas", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1, lastYear: true },
      }),
      stretch({ on: "01-07" }, "epiphany", "after_epiphany", "white", [6, 13]),
      // White until the Presentation of Christ, forty days after Christmas.
      weeks({ sunday: "01-07" }, "epiphany", "of_epiphany", "white", [6, 13]),
      stretch({ on: "02-03" }, "before_lent", "before_lent", "green", [6, 13], {
        counts: { sunday: { easter: -49 }, first: 1, down: true },
      }),
      stretch({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 13]),
      weeks({ easter: -42 }, "lent", "of_lent", "violet", [2, 13]),
      stretch({ easter: -7 }, "holy_week", "holy_week", "red", [2, 2]),
      stretch({ easter: 0 }, "easter", "easter_week", "white", [2, 2]),
      stretch({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
        counts: { sunday: { easter: 0 }, first: 1 },
      }),
      stretch({ easter: 50 }, "ordinary", "week_of_pentecost", "green", [6, 13]),
      stretch({ easter: 56 }, "ordinary", "week_of_trinity", "green", [6, 13]),
      weeks({ easter: 63 }, "ordinary", "after_trinity", "green", [6, 13]),
      stretch({ sunday: "10-23" }, "ordinary", "last_after_trinity", "green", [6, 13]),
      // Red, or green: from All Saints to Advent most churches that have both take red.
      stretch({ advent: -28 }, "ordinary", "before_advent", "red", [6, 13], {
        counts: { sunday: { advent: -7 }, first: 1, down: true },
      }),
      weeks({ advent: 0 }, "advent", "of_advent", "violet", [2, 13]),
      stretch({ on: "12-25" }, "christmas", "of_christmas", "white", [6, 13], {
        counts: { sunday: { sunday: "12-26" }, first: 1 },
      }),
    ],
    // A festival is kept on a Sunday too, unless it is one of Advent, Lent or Easter.
    order: { ...ORDER, solemnity: 5, feast: 5.5 },
  },
  lutheran: {
    days: [...everywhere, ...FEAST_DAYS.lutheran, ...apostles],
    stretches: [
      NEW_YEAR,
      stretch({ on: "01-07" }, "epiphany", "after_epiphany", "green", [6, 13]),
      weeks({ sunday: "01-07" }, "epiphany", "weeks_after_epiphany", "green", [6, 13]),
      stretch({ easter: -63 }, "before_lent", "after_septuagesima", "green", [6, 13]),
      stretch({ easter: -56 }, "before_lent", "after_sexagesima", "green", [6, 13]),
      stretch({ easter: -49 }, "before_lent", "after_quinquagesima", "green", [6, 13]),
      stretch({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
      weeks({ easter: -42 }, "lent", "in_lent", "violet", [2, 9]),
      ...HOLY_WEEK_AND_EASTER,
      stretch({ easter: 50 }, "ordinary", "week_of_pentecost", "red", [6, 13]),
      stretch({ easter: 56 }, "ordinary", "week_of_trinity", "green", [6, 13]),
      weeks({ easter: 63 }, "ordinary", "after_trinity", "green", [6, 13]),
      stretch({ advent: -7 }, "ordinary", "last_week", "green", [6, 13]),
      weeks({ advent: 0 }, "advent", "in_advent", "violet", [2, 13]),
      AFTER_CHRISTMAS,
    ],
    order: ORDER,
  },
} satisfies Record<string, CalendarRules>;
