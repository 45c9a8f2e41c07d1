import Romcal from "romcal";
import { describe, expect, it } from "vitest";
import { ROMCAL_FEASTS } from "#tests/support/romcal-feasts";
import type { FeastDay } from "~/content/schemas";
import { churchDay } from "./church-day";
import { weekdayName } from "./local-day";
import { churchDayLine } from "./traditions";

/** A celebration of romcal 3.0.0. A day's celebrations are in its order. */
type Theirs = { id: string; rank: string; colors: string[]; isOptional: boolean };

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
  {
    feast: "annunciation",
    dates: ["2057-03-26"],
    rule: "The same, on a Sunday of Lent.",
  },
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
const theirs = new Romcal({
  scope: "gregorian",
  epiphanyOnSunday: false,
  ascensionOnSunday: false,
  corpusChristiOnSunday: false,
});

/** Our name of a day that is no feast if it agrees with romcal's id, such as "ordinary_time_33_friday"; else undefined. */
function lineOf(id: string, date: string): string | undefined {
  const weekday = weekdayName(date);
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
    const isThere = weeks === kinds[rest[1] ?? ""] && week === Number(rest[2]);
    return isThere && rest[3] === weekday.toLowerCase() ? name : undefined;
  }
  const WORDS: Record<string, RegExp> = {
    [`${weekday.toLowerCase()}_after_epiphany`]: /after Epiphany$/,
    [`${weekday.toLowerCase()}_after_ash_wednesday`]: /after Ash Wednesday$/,
    [`holy_${weekday.toLowerCase()}`]: /of Holy Week$/,
    [`easter_${weekday.toLowerCase()}`]: /of the Octave of Easter$/,
    [`advent_december_${Number(date.slice(8))}`]: /of the (third|fourth) week of Advent$/,
    [`christmas_octave_day_${Number(date.slice(8)) - 24}`]: /day in the Octave of Christmas$/,
    [`christmas_time_january_${Number(date.slice(8))}`]: /of Christmas Time$/,
    second_sunday_after_christmas: /^Second Sunday after Christmas$/,
    sunday_of_the_word_of_god: /^Third Sunday in Ordinary Time$/,
  };
  return WORDS[id]?.test(name) ? name : undefined;
}
const GENERAL = { tradition: "roman", feastsOnSunday: false } as const;

/** The first celebration of a day that is not optional. On Holy Thursday romcal has two; ours is the evening's. */
const mainOf = (celebrations: Theirs[]) =>
  celebrations.find(({ id }) => id === "thursday_of_the_lords_supper") ??
  celebrations.find(({ isOptional }) => !isOptional);

describe("the General Roman Calendar compared with romcal 3.0.0, 2020 to 2060", () => {
  it(
    "agrees in name, rank and colour on every day except the listed ones",
    { tags: ["release"], timeout: 20_000 },
    async () => {
      const differing: string[] = [];
      const notFollowed = new Set<string>();
      for (let year = 2020; year <= 2060; year++) {
        const calendar = (await theirs.generateCalendar(year)) as unknown as Record<string, Theirs[]>;
        for (const [date, celebrations] of Object.entries(calendar)) {
          const day = mainOf(celebrations);
          if (!day) throw new Error(`romcal has nothing on ${date}`);
          const ours = churchDay(date, GENERAL);
          const said = ours.feast ? ROMCAL_FEASTS[day.id] === ours.feast : lineOf(day.id, date) !== undefined;
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
