import Romcal from "romcal";
import { describe, expect, it } from "vitest";
import FEAST_DAYS from "~/content/feast-days.yaml";
import type { FeastDay } from "~/content/schemas";
import { churchDay, churchDayLine } from "./church-day";
import { weekdayName } from "./local-day";

/** A celebration of romcal 3.0.0. The celebrations of a day are in romcal's order. */
type Celebration = { id: string; rank: string; colors: string[]; isOptional: boolean };

const RANKS: Record<FeastDay["rank"], string> = {
  principal: "SOLEMNITY",
  solemnity: "SOLEMNITY",
  feast_of_the_lord: "FEAST",
  feast: "FEAST",
  memorial: "MEMORIAL",
  sunday: "SUNDAY",
  weekday: "WEEKDAY",
  // Ash Wednesday and the days of Holy Week have no rank of their own in romcal; see below.
  holy_day: "",
};
const COLOURS: Record<string, FeastDay["colour"]> = {
  WHITE: "white",
  RED: "red",
  GREEN: "green",
  PURPLE: "violet",
  ROSE: "rose",
  BLACK: "black",
};

/**
 * Differences from romcal 3.0.0, each with the rule that is followed instead. The test also fails if a listed day agrees, so
 * that the list stays complete and minimal.
 */
const NOT_FOLLOWED: { feast: string; dates: string[] | "every year"; rule: string }[] = [
  {
    feast: "baptism_of_the_lord",
    dates: "every year",
    rule: "It is a feast (General Roman Calendar, Sunday after 6 January); romcal calls it a solemnity.",
  },
  {
    feast: "passion_of_john",
    dates: "every year",
    rule: "A martyr’s day is red (General Instruction of the Roman Missal 346b).",
  },
  {
    feast: "lateran",
    dates: ["2025-11-09", "2031-11-09", "2036-11-09", "2042-11-09", "2053-11-09", "2059-11-09"],
    rule: "A feast of the Lord takes the place of a Sunday in Ordinary Time (General Norms 59, no. 5), as in 2025.",
  },
  {
    feast: "birth_of_john",
    dates: ["2022-06-23", "2033-06-23", "2044-06-23", "2038-06-25", "2028-06-24"],
    rule: `A solemnity that another one impedes is moved and not left out (General Norms 60), beside the Sacred Heart to
the day before (the Congregation’s note for 2022); a memorial does not impede it (General Norms 59).`,
  },
  {
    feast: "peter_and_paul",
    dates: ["2030-06-29", "2041-06-29", "2052-06-29", "2057-06-30"],
    rule: "The same, beside the Immaculate Heart and the Sacred Heart.",
  },
  { feast: "annunciation", dates: ["2057-03-26"], rule: "The same, on a Sunday of Lent." },
  {
    feast: "joseph",
    dates: ["2035-03-17", "2046-03-17"],
    rule: "In Holy Week it is kept on the Saturday before Palm Sunday (General Norms 56f).",
  },
  {
    feast: "thomas",
    dates: ["2038-07-03"],
    rule: "A feast comes before the memorial of the Immaculate Heart (General Norms 59, nos. 7 and 10).",
  },
  {
    feast: "mary_mother_of_the_church",
    dates: ["2042-05-26", "2053-05-26"],
    rule: "It comes before another memorial of its day (decree of 11 February 2018).",
  },
];

/** Our names of feasts that are not the beginning of romcal's id, by that id. */
const OTHER_NAMES: Record<string, string> = {
  chair_of_saint_peter_the_apostle: "chair_of_peter",
  conversion_of_saint_paul_the_apostle: "conversion_of_paul",
  dedication_of_the_lateran_basilica: "lateran",
  nativity_of_the_blessed_virgin_mary: "birth_of_mary",
  exaltation_of_the_holy_cross: "holy_cross",
  cornelius_i_pope_and_cyprian_of_carthage_bishop_martyrs: "cornelius_and_cyprian",
  maximilian_mary_raymund_kolbe_priest: "maximilian_kolbe",
  perpetua_of_carthage_and_felicity_of_carthage_martyrs: "perpetua_and_felicity",
  alphonsus_mary_liguori_bishop: "alphonsus_liguori",
  anthony_of_egypt_abbot: "anthony_abbot",
  basil_the_great_and_gregory_nazianzen_bishops: "basil_and_gregory",
  cyril_constantine_the_philosopher_monk_and_methodius_michael_of_thessaloniki_bishop: "cyril_and_methodius",
  gregory_i_the_great_pope: "gregory_the_great",
  holy_guardian_angels: "guardian_angels",
  john_mary_vianney_priest: "john_vianney",
  leo_i_the_great_pope: "leo_the_great",
  martha_of_bethany_mary_of_bethany_and_lazarus_of_bethany: "martha_mary_and_lazarus",
  passion_of_saint_john_the_baptist: "passion_of_john",
  pius_francesco_forgione_priest: "padre_pio",
  presentation_of_the_blessed_virgin_mary: "presentation_of_mary",
  queenship_of_the_blessed_virgin_mary: "queenship_of_mary",
  teresa_of_jesus_of_avila_virgin: "teresa_of_avila",
  timothy_of_ephesus_and_titus_of_crete_bishops: "timothy_and_titus",
  commemoration_of_all_the_faithful_departed: "all_souls",
  most_holy_body_and_blood_of_christ: "corpus_christi",
  most_holy_trinity: "trinity_sunday",
  most_sacred_heart_of_jesus: "sacred_heart",
  nativity_of_john_the_baptist: "birth_of_john",
  our_lord_jesus_christ_king_of_the_universe: "christ_the_king",
  ascension_of_the_lord: "ascension_day",
  nativity_of_the_lord: "christmas_day",
  easter_sunday: "easter_day",
  thursday_of_the_lords_supper: "maundy_thursday",
  friday_of_the_passion_of_the_lord: "good_friday",
  advent_3_sunday: "gaudete",
  lent_4_sunday: "laetare",
  advent_december_24: "christmas_eve",
};
/** Our feasts, the longest names first. */
const FEASTS = [...FEAST_DAYS.everywhere, ...FEAST_DAYS.apostles, ...FEAST_DAYS.roman]
  .map(({ feast }) => feast)
  .sort((a, b) => b.length - a.length);
/** Our feast whose name is the beginning of romcal's id, as "john_bosco" of "john_bosco_priest". */
const feastOf = (id: string) => OTHER_NAMES[id] ?? FEASTS.find((feast) => `${id}_`.startsWith(`${feast}_`));

const romcal = new Romcal({
  scope: "gregorian",
  epiphanyOnSunday: false,
  ascensionOnSunday: false,
  corpusChristiOnSunday: false,
});

/** Whether our name of a day that is no feast agrees with romcal's id, such as "ordinary_time_33_friday". */
function isNamed(id: string, date: string): boolean {
  const weekday = weekdayName(date).toLowerCase();
  const rest = /^(ordinary_time|advent|lent|easter_time)_(\d+)_(\w+)$/.exec(id);
  const name = churchDayLine(date, GENERAL).replace(/, [a-z ]+$/, "");
  const { weeks, week } = churchDay(date, GENERAL);
  const kinds: Record<string, string> = {
    ordinary_time: "in_ordinary_time",
    advent: "of_advent",
    lent: "of_lent",
    easter_time: "of_easter",
  };
  if (rest) {
    return weeks === kinds[rest[1] ?? ""] && week === Number(rest[2]) && rest[3] === weekday;
  }
  const WORDS: Record<string, RegExp> = {
    [`${weekday}_after_epiphany`]: /after Epiphany$/,
    [`${weekday}_after_ash_wednesday`]: /after Ash Wednesday$/,
    [`holy_${weekday}`]: /of Holy Week$/,
    [`easter_${weekday}`]: /of the Octave of Easter$/,
    [`advent_december_${Number(date.slice(8))}`]: /of the (third|fourth) week of Advent$/,
    [`christmas_octave_day_${Number(date.slice(8)) - 24}`]: /day in the Octave of Christmas$/,
    [`christmas_time_january_${Number(date.slice(8))}`]: /of Christmas Time$/,
    second_sunday_after_christmas: /^Second Sunday after Christmas$/,
    sunday_of_the_word_of_god: /^Third Sunday in Ordinary Time$/,
  };
  return WORDS[id]?.test(name) ?? false;
}
const GENERAL = { tradition: "roman", feastsOnSunday: false } as const;

/** The first celebration of a day that is not optional. On Holy Thursday romcal has two; ours is the evening's. */
const mainOf = (celebrations: Celebration[]) =>
  celebrations.find(({ id }) => id === "thursday_of_the_lords_supper") ??
  celebrations.find(({ isOptional }) => !isOptional);

describe("the General Roman Calendar compared with romcal 3.0.0, 2020 to 2060", () => {
  it(
    "agrees in name, rank and colour on every day except the listed ones",
    { tags: ["release"] },
    async () => {
      const differing: string[] = [];
      const notFollowed = new Set<string>();
      for (let year = 2020; year <= 2060; year++) {
        const calendar = (await romcal.generateCalendar(year)) as unknown as Record<string, Celebration[]>;
        for (const [date, celebrations] of Object.entries(calendar)) {
          const day = mainOf(celebrations);
          if (!day) throw new Error(`romcal has nothing on ${date}`);
          const ours = churchDay(date, GENERAL);
          const said = ours.feast ? feastOf(day.id) === ours.feast : isNamed(day.id, date);
          const rank = RANKS[ours.rank] || (ours.feast === "palm_sunday" ? "SUNDAY" : "WEEKDAY");
          const colours = day.colors.map((colour) => COLOURS[colour]);
          const isColoured = colours.length === 0 ? ours.colour === "none" : colours.includes(ours.colour);
          if (said && rank === day.rank && isColoured) continue;
          const known = NOT_FOLLOWED.find(({ feast }) => feast === ours.feast);
          if (known?.dates === "every year") notFollowed.add(known.feast);
          else if (known?.dates.includes(date)) notFollowed.add(date);
          else differing.push(`${date} ${ours.id} ${ours.rank} ${ours.colour}, romcal ${day.id} ${day.rank}`);
        }
      }
      expect(differing).toEqual([]);
      const listed = NOT_FOLLOWED.flatMap(({ feast, dates }) => (dates === "every year" ? [feast] : dates));
      expect([...notFollowed].sort()).toEqual(listed.sort());
    },
  );
});
