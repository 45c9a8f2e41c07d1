import { addDays, daysBetween, weekdayName, weekdayOf } from "~/domain/journal/local-day";

/** The seasons that a page's accent follows. */
export const SEASONS = ["advent", "christmas", "lent", "easter", "pentecost", "ordinary"] as const;
export type Season = (typeof SEASONS)[number];

export type ChurchDay = {
  season: Season;
  /** The colour of the season in a word. */
  colour: string;
  /** "week 24 after Pentecost", "Good Friday" */
  name: string;
  /** "Friday, week 24 after Pentecost, green" */
  line: string;
};

const COLOURS: Record<Season, string> = {
  advent: "violet",
  christmas: "gold",
  lent: "violet",
  easter: "gold",
  pentecost: "red",
  ordinary: "green",
};

const day = (year: number, month: number, date: number) =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;

/** Easter Day of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = c % 4;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return day(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** The first Sunday of Advent: the fourth Sunday before Christmas Day. */
export function adventOf(year: number): string {
  const christmas = day(year, 12, 25);
  return addDays(christmas, -(weekdayOf(christmas) || 7) - 21);
}

const week = (first: string, date: string) => Math.floor(daysBetween(first, date) / 7) + 1;

/** Days with a name of their own, by their distance from Easter. */
const BY_EASTER: Record<number, string> = {
  [-46]: "Ash Wednesday",
  [-7]: "Palm Sunday",
  [-3]: "Maundy Thursday",
  [-2]: "Good Friday",
  [-1]: "Holy Saturday",
  0: "Easter Day",
  39: "Ascension Day",
  49: "Pentecost",
  56: "Trinity Sunday",
};
const BY_DATE: Record<string, string> = {
  "12-24": "Christmas Eve",
  "12-25": "Christmas Day",
  "01-06": "Epiphany",
};

/** Season and week; the twelve days of Christmas end with Epiphany, and the week of Pentecost keeps its colour. */
function place(date: string): { season: Season; name: string } {
  const year = Number(date.slice(0, 4));
  const advent = adventOf(year);
  if (date >= day(year, 12, 25) || date <= day(year, 1, 6)) return { season: "christmas", name: "Christmas" };
  if (date >= advent) return { season: "advent", name: `week ${week(advent, date)} of Advent` };
  const fromEaster = daysBetween(easterOf(year), date);
  if (fromEaster >= 56)
    return { season: "ordinary", name: `week ${Math.floor((fromEaster - 49) / 7)} after Pentecost` };
  if (fromEaster >= 49) return { season: "pentecost", name: "the week of Pentecost" };
  if (fromEaster >= 7) return { season: "easter", name: `week ${Math.floor(fromEaster / 7) + 1} of Easter` };
  if (fromEaster >= 0) return { season: "easter", name: "Easter week" };
  if (fromEaster >= -7) return { season: "lent", name: "Holy Week" };
  if (fromEaster >= -42)
    return { season: "lent", name: `week ${Math.floor((fromEaster + 42) / 7) + 1} of Lent` };
  if (fromEaster >= -46) return { season: "lent", name: "after Ash Wednesday" };
  const epiphany = day(year, 1, 6);
  const firstSunday = addDays(epiphany, 7 - weekdayOf(epiphany));
  const name = date < firstSunday ? "after Epiphany" : `week ${week(firstSunday, date)} after Epiphany`;
  return { season: "ordinary", name };
}

/** Where a day stands in the Church's year. Feasts that move are reckoned from Easter in the Western calendar. */
export function churchDay(date: string): ChurchDay {
  const { season, name } = place(date);
  const colour = COLOURS[season];
  const feast = BY_EASTER[daysBetween(easterOf(Number(date.slice(0, 4))), date)] ?? BY_DATE[date.slice(5)];
  const weekday = weekdayName(date);
  if (!feast) return { season, colour, name, line: `${weekday}, ${name}, ${colour}` };
  return {
    season,
    colour,
    name: feast,
    line: `${feast.includes(weekday) ? "" : `${weekday}, `}${feast}, ${colour}`,
  };
}
