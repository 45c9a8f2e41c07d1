import { weekdayName, daysBetween, addDays, weekdayOf } from "~/domain/journal/local-day";
import { adventOf, churchDay } from "./church-year";

/** Whose words for the Church's year a person uses (product 2.1, "tradition"). The days themselves are the same. */
export const TRADITIONS = ["ecumenical", "roman", "anglican", "none"] as const;
export type Tradition = (typeof TRADITIONS)[number];

export const TRADITION_NAMES: Record<Tradition, string> = {
  ecumenical: "Ecumenical",
  roman: "Roman Catholic",
  anglican: "Anglican",
  none: "None, and no Church's year",
};

const ROMAN_FEASTS: Record<string, string> = {
  "Maundy Thursday": "Holy Thursday",
  "Easter Day": "Easter Sunday",
  "Easter week": "the Octave of Easter",
};

/** The name of a day in the words of a tradition: "week 34 of Ordinary Time", "week 24 after Trinity". */
export function churchName(date: string, tradition: Tradition): string {
  const { name } = churchDay(date);
  const [, number, after] = /^week (\d+) after (Epiphany|Pentecost)$/.exec(name) ?? [];
  if (tradition === "roman") {
    if (after === "Epiphany" && number === "1" && weekdayOf(date) === 0) return "the Baptism of the Lord";
    if (after === "Epiphany") return `week ${number} of Ordinary Time`;
    if (after === "Pentecost") return `week ${romanWeek(date)} of Ordinary Time`;
    return ROMAN_FEASTS[name] ?? name;
  }
  if (tradition === "anglican" && after === "Pentecost")
    return number === "1" ? "the week of Trinity" : `week ${Number(number) - 1} after Trinity`;
  return name;
}

/** Ordinary Time ends with its thirty-fourth week, the last before Advent. */
function romanWeek(date: string): number {
  const sunday = addDays(date, -weekdayOf(date));
  return 35 - daysBetween(sunday, adventOf(Number(date.slice(0, 4)))) / 7;
}

/** "Friday, week 34 of Ordinary Time, green" */
export function churchLine(date: string, tradition: Tradition): string {
  const { colour } = churchDay(date);
  const name = churchName(date, tradition);
  const weekday = weekdayName(date);
  return `${name.includes(weekday) ? "" : `${weekday}, `}${name}, ${colour}`;
}
