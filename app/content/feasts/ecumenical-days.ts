import {
  AFTER_CHRISTMAS,
  APOSTLES,
  EVERYWHERE,
  HOLY_WEEK_AND_EASTER,
  NEW_YEAR,
  ORDER,
  stretch,
  weeks,
  type CalendarRules,
  type DayRow,
  type Stretch,
} from "./calendar-rules";

/** The calendar of the Revised Common Lectionary, with the saints' days that most churches share. */
const DAYS: readonly DayRow[] = [
  ...EVERYWHERE,
  ["palm_sunday", { easter: -7 }, "holy_day", "red"],
  ["good_friday", { easter: -2 }, "holy_day", "black"],
  ["trinity_sunday", { easter: 56 }, "principal", "white"],
  ["transfiguration_sunday", { easter: -49 }, "feast_of_the_lord", "white"],
  ["christ_the_king", { advent: -7 }, "feast_of_the_lord", "white"],
  ["holy_name", "01-01", "feast_of_the_lord", "white"],
  ["presentation", "02-02", "feast_of_the_lord", "white"],
  ["annunciation", "03-25", "feast_of_the_lord", "white", { moves: true }],
  ["holy_cross", "09-14", "feast_of_the_lord", "red"],
  ["all_saints", "11-01", "feast_of_the_lord", "white"],
  ["visitation", "05-31", "feast", "white"],
  ["confession_of_peter", "01-18", "feast", "white"],
  ["joseph", "03-19", "feast", "white"],
  ["philip_and_james", "05-01", "feast", "red"],
  ["matthias", "05-14", "feast", "red"],
  ["barnabas", "06-11", "feast", "red"],
  ["birth_of_john", "06-24", "feast", "white"],
  ["peter_and_paul", "06-29", "feast", "red"],
  ["thomas", "07-03", "feast", "red"],
  ["mary_mother_of_our_lord", "08-15", "feast", "white"],
  ["michael", "09-29", "feast", "white"],
  ["francis", "10-04", "memorial", "white"],
  ["reformation", "10-31", "memorial", "red"],
  ["all_souls", "11-02", "memorial", "violet"],
  ...APOSTLES,
  ["christmas_eve", "12-24", "weekday", "violet"],
];

const STRETCHES: readonly Stretch[] = [
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
];

/** Sundays come before the saints: their days give way and are not moved. */
export const ECUMENICAL: CalendarRules = { days: DAYS, stretches: STRETCHES, order: ORDER };
