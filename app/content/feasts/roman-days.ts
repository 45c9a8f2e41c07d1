import { APOSTLES, EVERYWHERE, ORDER, stretch, weeks, type CalendarRules } from "./calendar-rules";
import { ROMAN_MEMORIALS } from "./roman-memorials";

const advent = { sunday: { advent: 0 }, first: 1 };

/** Solemnities and feasts of the General Roman Calendar, greatest first. */
export const ROMAN: CalendarRules = {
  days: [
    ...EVERYWHERE,
    ["palm_sunday", { easter: -7 }, "holy_day", "red"],
    ["good_friday", { easter: -2 }, "holy_day", "red"],
    ["gaudete", { advent: 14 }, "sunday", "rose"],
    ["laetare", { easter: -21 }, "sunday", "rose"],
    ["divine_mercy", { easter: 7 }, "sunday", "white"],
    ["trinity_sunday", { easter: 56 }, "solemnity", "white"],
    ["corpus_christi", { easter: 60 }, "solemnity", "white", { onSunday: { easter: 63 } }],
    ["sacred_heart", { easter: 68 }, "solemnity", "white"],
    ["christ_the_king", { advent: -7 }, "solemnity", "white"],
    ["mary_mother_of_god", "01-01", "solemnity", "white"],
    ["annunciation", "03-25", "solemnity", "white", { moves: true }],
    [
      "joseph",
      "03-19",
      "solemnity",
      "white",
      // In Holy Week it is kept before it, on the Saturday; on a Sunday of Lent it waits for Monday.
      { moves: true, instead: { from: { easter: -7 }, until: { easter: -1 }, to: { easter: -8 } } },
    ],
    [
      "birth_of_john",
      "06-24",
      "solemnity",
      "white",
      // Beside the Sacred Heart it is kept a day early, as in 2022.
      { moves: true, instead: { from: { easter: 68 }, until: { easter: 68 }, to: { easter: 67 } } },
    ],
    ["peter_and_paul", "06-29", "solemnity", "red", { moves: true }],
    ["assumption", "08-15", "solemnity", "white"],
    ["all_saints", "11-01", "solemnity", "white"],
    ["all_souls", "11-02", "solemnity", "violet"],
    ["immaculate_conception", "12-08", "solemnity", "white", { moves: true }],
    ["presentation", "02-02", "feast_of_the_lord", "white"],
    ["transfiguration", "08-06", "feast_of_the_lord", "white"],
    ["holy_cross", "09-14", "feast_of_the_lord", "red"],
    ["lateran", "11-09", "feast_of_the_lord", "white"],
    ["holy_family", { sunday: "12-26", until: "12-31", else: { on: "12-30" } }, "feast_of_the_lord", "white"],
    ["chair_of_peter", "02-22", "feast", "white"],
    ["philip_and_james", "05-03", "feast", "red"],
    ["matthias", "05-14", "feast", "red"],
    ["visitation", "05-31", "feast", "white"],
    ["thomas", "07-03", "feast", "red"],
    ["lawrence", "08-10", "feast", "red"],
    ["birth_of_mary", "09-08", "feast", "white"],
    ["michael", "09-29", "feast", "white"],
    ...APOSTLES,
    ["christmas_eve", "12-24", "weekday", "violet"],
    ...ROMAN_MEMORIALS,
  ],
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
  // The General Norms are those of this calendar.
  order: ORDER,
};
