import { addDays, daysBetween, weekdayName, weekdayOf } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { dayLineOf, weekName, type CountedWeeks, type DayName } from "./week-names";

/** The seasons that a page's accent follows. */
export const SEASONS = ["advent", "christmas", "lent", "easter", "pentecost", "ordinary"] as const;
export type Season = (typeof SEASONS)[number];

/** Days with their own names. */
const FEAST_NAMES = {
  christmas_eve: t("Christmas Eve"),
  christmas_day: t("Christmas Day"),
  epiphany: t("Epiphany"),
  ash_wednesday: t("Ash Wednesday"),
  palm_sunday: t("Palm Sunday"),
  maundy_thursday: t("Maundy Thursday"),
  good_friday: t("Good Friday"),
  holy_saturday: t("Holy Saturday"),
  easter_day: t("Easter Day"),
  ascension_day: t("Ascension Day"),
  pentecost: t("Pentecost"),
  trinity_sunday: t("Trinity Sunday"),
};
export type Feast = keyof typeof FEAST_NAMES;

/** The stretches of the year whose weeks are not counted, and what a day in them is called. */
const STRETCHES = {
  christmas: (): DayName => ({ name: t("Christmas"), joint: "," }),
  after_epiphany: (weekday: string): DayName => ({
    name: t("{weekday} after Epiphany", { weekday }),
    joint: ",",
  }),
  after_ash_wednesday: (weekday: string): DayName => ({
    name: t("{weekday} after Ash Wednesday", { weekday }),
    joint: ",",
  }),
  holy_week: (): DayName => ({ name: t("Holy Week"), joint: "of" }),
  easter_week: (): DayName => ({ name: t("Easter week"), joint: "of" }),
  week_of_pentecost: (): DayName => ({ name: t("the week of Pentecost"), joint: "of" }),
};
type Counted = Exclude<CountedWeeks, "weeks_after_trinity" | "weeks_in_ordinary_time">;
type Place = { season: Season; week: number; stretch: keyof typeof STRETCHES | Counted };

export type ChurchDay = Place & {
  feast?: Feast;
  /** The colour of the season in a word. */
  colour: string;
  /** "24th week after Pentecost", "Good Friday" */
  name: string;
  joint: DayName["joint"];
  /** "Friday of the 24th week after Pentecost, green" */
  line: string;
};

const COLOURS: Record<Season, string> = {
  advent: t("violet"),
  christmas: t("gold"),
  lent: t("violet"),
  easter: t("gold"),
  pentecost: t("red"),
  ordinary: t("green"),
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

const BY_EASTER: Record<number, Feast> = {
  [-46]: "ash_wednesday",
  [-7]: "palm_sunday",
  [-3]: "maundy_thursday",
  [-2]: "good_friday",
  [-1]: "holy_saturday",
  0: "easter_day",
  39: "ascension_day",
  49: "pentecost",
  56: "trinity_sunday",
};
const BY_DATE: Record<string, Feast> = {
  "12-24": "christmas_eve",
  "12-25": "christmas_day",
  "01-06": "epiphany",
};

/** Season and week; the twelve days of Christmas end with Epiphany, and the week of Pentecost keeps its colour. */
function place(date: string): Place {
  const at = (season: Season, stretch: Place["stretch"], nth = 0): Place => ({ season, stretch, week: nth });
  const year = Number(date.slice(0, 4));
  const advent = adventOf(year);
  if (date >= day(year, 12, 25) || date <= day(year, 1, 6)) return at("christmas", "christmas");
  if (date >= advent) return at("advent", "weeks_of_advent", week(advent, date));
  const fromEaster = daysBetween(easterOf(year), date);
  if (fromEaster >= 56) return at("ordinary", "weeks_after_pentecost", Math.floor((fromEaster - 49) / 7));
  if (fromEaster >= 49) return at("pentecost", "week_of_pentecost");
  if (fromEaster >= 7) return at("easter", "weeks_of_easter", Math.floor(fromEaster / 7) + 1);
  if (fromEaster >= 0) return at("easter", "easter_week");
  if (fromEaster >= -7) return at("lent", "holy_week");
  if (fromEaster >= -42) return at("lent", "weeks_of_lent", Math.floor((fromEaster + 42) / 7) + 1);
  if (fromEaster >= -46) return at("lent", "after_ash_wednesday");
  const epiphany = day(year, 1, 6);
  const firstSunday = addDays(epiphany, 7 - weekdayOf(epiphany));
  if (date < firstSunday) return at("ordinary", "after_epiphany");
  return at("ordinary", "weeks_after_epiphany", week(firstSunday, date));
}

/** The season that a day lies in. */
export const seasonOf = (date: string): Season => place(date).season;

/** A day's place in the Church's year. Feasts that move are reckoned from Easter in the Western calendar. */
export function churchDay(date: string): ChurchDay {
  const found = place(date);
  const colour = COLOURS[found.season];
  const feast = BY_EASTER[daysBetween(easterOf(Number(date.slice(0, 4))), date)] ?? BY_DATE[date.slice(5)];
  const weekday = weekdayName(date);
  const said = feast ? ({ name: FEAST_NAMES[feast], joint: "," } as const) : nameIn(found, date, weekday);
  return { ...found, ...said, feast, colour, line: dayLineOf(weekday, said, colour) };
}

function nameIn({ stretch, week: number }: Place, date: string, weekday: string): DayName {
  return stretch in STRETCHES
    ? STRETCHES[stretch as keyof typeof STRETCHES](weekday)
    : weekName(stretch as Counted, number, weekdayOf(date) === 0);
}
