import {
  APOSTLES,
  EVERYWHERE,
  ORDER,
  stretch,
  weeks,
  type CalendarRules,
  type DayRow,
  type Stretch,
} from "./calendar-rules";

const moves = { moves: true } as const;

/** Principal feasts and holy days, festivals and some lesser festivals of the Church of England (Common Worship). */
const DAYS: readonly DayRow[] = [
  ...EVERYWHERE,
  ["presentation", "02-02", "principal", "white"],
  ["palm_sunday", { easter: -7 }, "holy_day", "red"],
  ["good_friday", { easter: -2 }, "holy_day", "red"],
  ["trinity_sunday", { easter: 56 }, "principal", "white"],
  ["all_saints", "11-01", "principal", "white"],
  ["gaudete", { advent: 14 }, "sunday", "rose"],
  ["laetare", { easter: -21 }, "sunday", "rose"],
  ["annunciation", "03-25", "solemnity", "white", moves],
  ["christ_the_king", { advent: -7 }, "feast_of_the_lord", "white"],
  ["corpus_christi", { easter: 60 }, "feast", "white"],
  ["naming_of_jesus", "01-01", "feast", "white", moves],
  ["joseph", "03-19", "feast", "white", moves],
  ["george", "04-23", "feast", "red", moves],
  ["philip_and_james", "05-01", "feast", "red", moves],
  ["matthias", "05-14", "feast", "red", moves],
  ["visitation", "05-31", "feast", "white", moves],
  ["barnabas", "06-11", "feast", "red", moves],
  ["birth_of_john", "06-24", "feast", "white", moves],
  ["peter_and_paul", "06-29", "feast", "red", moves],
  ["thomas", "07-03", "feast", "red", moves],
  ["transfiguration", "08-06", "feast", "white", moves],
  ["blessed_virgin_mary", "08-15", "feast", "white", moves],
  ["holy_cross", "09-14", "feast", "red", moves],
  ["michael", "09-29", "feast", "white", moves],
  ...APOSTLES.map(([id, at, rank, colour]): DayRow => [id, at, rank, colour, moves]),
  ["christmas_eve", "12-24", "weekday", "violet"],
  ["shrove_tuesday", { easter: -47 }, "weekday", "green"],
  ["george_herbert", "02-27", "memorial", "white"],
  ["david", "03-01", "memorial", "white"],
  ["patrick", "03-17", "memorial", "white"],
  ["cuthbert", "03-20", "memorial", "white"],
  ["thomas_cranmer", "03-21", "memorial", "red"],
  ["julian_of_norwich", "05-08", "memorial", "white"],
  ["john_and_charles_wesley", "05-24", "memorial", "white"],
  ["bede", "05-25", "memorial", "white"],
  ["augustine_of_canterbury", "05-26", "memorial", "white"],
  ["columba", "06-09", "memorial", "white"],
  ["alban", "06-22", "memorial", "red"],
  ["benedict", "07-11", "memorial", "white"],
  ["clare", "08-11", "memorial", "white"],
  ["augustine", "08-28", "memorial", "white"],
  ["aidan", "08-31", "memorial", "white"],
  ["birth_of_mary", "09-08", "memorial", "white"],
  ["francis", "10-04", "memorial", "white"],
  ["all_souls", "11-02", "memorial", "black"],
  ["martin", "11-11", "memorial", "white"],
  ["hilda", "11-19", "memorial", "white"],
  ["nicholas", "12-06", "memorial", "white"],
  ["lucy", "12-13", "memorial", "red"],
  ["thomas_becket", "12-29", "memorial", "red"],
];

const STRETCHES: readonly Stretch[] = [
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
];

/** A festival is kept on a Sunday too, unless it is one of Advent, Lent or Easter. */
export const ANGLICAN: CalendarRules = {
  days: DAYS,
  stretches: STRETCHES,
  order: { ...ORDER, solemnity: 5, feast: 5.5 },
};
