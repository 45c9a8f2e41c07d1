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

/** Feasts and festivals as Lutherans with the one-year lectionary keep them (Lutheran Service Book). */
const DAYS: readonly DayRow[] = [
  ...EVERYWHERE,
  ["palm_sunday", { easter: -7 }, "holy_day", "violet"],
  ["good_friday", { easter: -2 }, "holy_day", "black"],
  ["trinity_sunday", { easter: 56 }, "principal", "white"],
  ["transfiguration_sunday", { easter: -70 }, "holy_day", "white"],
  ["gaudete", { advent: 14 }, "sunday", "rose"],
  ["laetare", { easter: -21 }, "sunday", "rose"],
  ["septuagesima", { easter: -63 }, "sunday", "green"],
  ["sexagesima", { easter: -56 }, "sunday", "green"],
  ["quinquagesima", { easter: -49 }, "sunday", "green"],
  ["last_sunday", { advent: -7 }, "sunday", "green"],
  // Feasts of Christ are kept on the Sundays that are green, and on those after Christmas.
  ["circumcision_and_name", "01-01", "feast_of_the_lord", "white"],
  ["presentation", "02-02", "feast_of_the_lord", "white"],
  ["annunciation", "03-25", "feast_of_the_lord", "white", { moves: true }],
  ["birth_of_john", "06-24", "feast_of_the_lord", "white"],
  ["visitation", "07-02", "feast_of_the_lord", "white"],
  ["michael", "09-29", "feast_of_the_lord", "white"],
  ["reformation", "10-31", "feast_of_the_lord", "red"],
  ["all_saints", "11-01", "feast_of_the_lord", "white"],
  ["confession_of_peter", "01-18", "feast", "white"],
  ["matthias", "02-24", "feast", "red"],
  ["joseph", "03-19", "feast", "white"],
  ["philip_and_james", "05-01", "feast", "red"],
  ["barnabas", "06-11", "feast", "red"],
  ["peter_and_paul", "06-29", "feast", "red"],
  ["mary_mother_of_our_lord", "08-15", "feast", "white"],
  ["passion_of_john", "08-29", "feast", "red"],
  ["holy_cross", "09-14", "feast", "red"],
  ["james_of_jerusalem", "10-23", "feast", "red"],
  ["thomas", "12-21", "feast", "red"],
  ...APOSTLES,
  ["christmas_eve", "12-24", "weekday", "white"],
];

const STRETCHES: readonly Stretch[] = [
  stretch({ on: "01-01" }, "christmas", "after_christmas", "white", [6, 13], {
    counts: { sunday: { sunday: "12-26" }, first: 1, lastYear: true },
  }),
  stretch({ on: "01-07" }, "epiphany", "after_epiphany", "green", [6, 13]),
  weeks({ sunday: "01-07" }, "epiphany", "weeks_after_epiphany", "green", [6, 13]),
  stretch({ easter: -63 }, "before_lent", "after_septuagesima", "green", [6, 13]),
  stretch({ easter: -56 }, "before_lent", "after_sexagesima", "green", [6, 13]),
  stretch({ easter: -49 }, "before_lent", "after_quinquagesima", "green", [6, 13]),
  stretch({ easter: -46 }, "lent", "after_ash_wednesday", "violet", [2, 9]),
  weeks({ easter: -42 }, "lent", "in_lent", "violet", [2, 9]),
  stretch({ easter: -7 }, "holy_week", "holy_week", "violet", [2, 2]),
  stretch({ easter: 0 }, "easter", "easter_week", "white", [2, 2]),
  stretch({ easter: 7 }, "easter", "of_easter", "white", [2, 13], {
    counts: { sunday: { easter: 0 }, first: 1 },
  }),
  stretch({ easter: 50 }, "ordinary", "week_of_pentecost", "red", [6, 13]),
  stretch({ easter: 56 }, "ordinary", "week_of_trinity", "green", [6, 13]),
  weeks({ easter: 63 }, "ordinary", "after_trinity", "green", [6, 13]),
  stretch({ advent: -7 }, "ordinary", "last_week", "green", [6, 13]),
  weeks({ advent: 0 }, "advent", "in_advent", "violet", [2, 13]),
  stretch({ on: "12-25" }, "christmas", "after_christmas", "white", [6, 13], {
    counts: { sunday: { sunday: "12-26" }, first: 1 },
  }),
];

/** The lesser days give way to every Sunday, and are not moved. */
export const LUTHERAN: CalendarRules = { days: DAYS, stretches: STRETCHES, order: ORDER };
