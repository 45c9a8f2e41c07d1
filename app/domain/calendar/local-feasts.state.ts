import { LRUCache } from "lru-cache";
import type { FeastDay } from "~/content/schemas";
import { t } from "~/i18n/t";
import { easterOf } from "./church-year";
import { addDays, isDay, weekdayOf } from "./local-day";

const RANKS = ["solemnity", "feast", "memorial"] as const;
const COLOURS = ["white", "red", "green", "violet", "rose"] as const satisfies FeastDay["colour"][];
const FEAST_TRADITIONS = ["ecumenical", "roman", "anglican"] as const;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const NTH = ["first", "second", "third", "fourth", "last"];

/** Bounds of the file: a parish has a handful of days, a diocese a few dozen. */
export const MAX_FEASTS_FILE_BYTES = 64_000;
const MAX_FEASTS = 400;
const MAX_NAME_LENGTH = 120;

/** Date of a feast in a year; undefined in a year without it. */
type DateOf = (year: number) => string | undefined;

/** A feast of one's own church: patron, dedication, diocese or nation. */
export type LocalFeast = {
  dateOf: DateOf;
  name: string;
  rank: (typeof RANKS)[number];
  colour: (typeof COLOURS)[number];
  /** Undefined: all traditions. */
  tradition: (typeof FEAST_TRADITIONS)[number] | undefined;
};

/** A line that cannot be read, numbered from 1. */
type FeastLineError = { line: number; reason: string };

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value);

/** Parses the lines "RULE; NAME; RANK; COLOUR; TRADITION" of days.txt; "#" begins a comment. */
export function parseLocalFeasts(text: string): { feasts: LocalFeast[]; errors: FeastLineError[] } {
  const feasts: LocalFeast[] = [];
  const errors: FeastLineError[] = [];
  for (const [at, source] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .entries()) {
    const line = source.replace(/#.*$/, "").trim();
    if (line === "") continue;
    const parsed = feasts.length < MAX_FEASTS ? parseFeast(line) : t("There are too many days.");
    if (typeof parsed === "string") errors.push({ line: at + 1, reason: parsed });
    else feasts.push(parsed);
  }
  return { feasts, errors };
}

/** @returns the reason if the line cannot be read */
function parseFeast(line: string): LocalFeast | string {
  // The replacement character stands for bytes that are not UTF-8.
  if (/[\uFFFD\0]/.test(line)) return t("It is not plain text in UTF-8.");
  const [rule = "", name = "", rank = "", colour = "", tradition = "", ...rest] = line
    .split(";")
    .map((part) => part.trim());
  const dateOf = parseDateRule(rule.toLowerCase().replace(/\s+/g, " "));
  if (!dateOf)
    return t(
      "“{rule}” is not a date. Write 10-07, 2027-10-10, second Sunday of October, last Sunday of August or Easter+39.",
      { rule: rule.slice(0, 60) },
    );
  if (name === "" || name.length > MAX_NAME_LENGTH) return t("The name is missing or too long.");
  const options = {
    rank: rank.toLowerCase(),
    colour: colour.toLowerCase(),
    tradition: tradition.toLowerCase(),
  };
  if (!isOneOf(RANKS, options.rank)) return t("The rank is one of {names}.", { names: RANKS.join(", ") });
  if (!isOneOf(COLOURS, options.colour))
    return t("The colour is one of {names}.", { names: COLOURS.join(", ") });
  if ((options.tradition && !isOneOf(FEAST_TRADITIONS, options.tradition)) || rest.length > 0)
    return t("The tradition is one of {names}, or left out.", { names: FEAST_TRADITIONS.join(", ") });
  return {
    dateOf,
    name,
    rank: options.rank,
    colour: options.colour,
    tradition: isOneOf(FEAST_TRADITIONS, options.tradition) ? options.tradition : undefined,
  };
}

function parseDateRule(rule: string): DateOf | undefined {
  if (isDay(rule)) return (year) => (rule.startsWith(String(year)) ? rule : undefined);
  // 2028 is a leap year, so that 29 February is accepted.
  if (/^\d\d-\d\d$/.test(rule) && isDay(`2028-${rule}`))
    return (year) => (isDay(`${year}-${rule}`) ? `${year}-${rule}` : undefined);
  const [, sign, days] = /^easter ?([+-]) ?(\d{1,3})$/.exec(rule) ?? [];
  if (days !== undefined) return (year) => addDays(easterOf(year), Number(`${sign}${days}`));
  const [, nth = "", weekday = "", month = ""] = /^(\w+) (\w+) (?:of|in) (\w+)$/.exec(rule) ?? [];
  if (!NTH.includes(nth) || !WEEKDAYS.includes(weekday) || !MONTHS.includes(month)) return undefined;
  return (year) => nthWeekday(year, MONTHS.indexOf(month) + 1, WEEKDAYS.indexOf(weekday), NTH.indexOf(nth));
}

/** The date of a weekday in a month, such as the second Sunday. `nth` is an index of NTH, whose last item is "last". */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const isLast = NTH[nth] === "last";
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  const nextMonth = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
  const from = isLast ? addDays(nextMonth, -7) : first;
  return addDays(from, ((weekday - weekdayOf(from) + 7) % 7) + (isLast ? 0 : 7 * nth));
}

/** The operator's feasts. Process-wide, so that the name of a day can be computed without reading files. */
let feasts: readonly LocalFeast[] = [];
const years = new LRUCache<number, ReadonlyMap<string, LocalFeast[]>>({ max: 96 });

export function setLocalFeasts(next: readonly LocalFeast[]): void {
  feasts = next;
  years.clear();
}

/** The feast of a day in a tradition; of several, the one with the highest rank, then the first in the file. */
export function localFeastOn(date: string, tradition: string): LocalFeast | undefined {
  if (feasts.length === 0) return undefined;
  const ofDay = feastsOfYear(Number(date.slice(0, 4))).get(date);
  return ofDay?.find((feast) => feast.tradition === undefined || feast.tradition === tradition);
}

const RANK_ORDER: Record<LocalFeast["rank"], number> = { solemnity: 0, feast: 1, memorial: 2 };

function feastsOfYear(year: number): ReadonlyMap<string, LocalFeast[]> {
  const cached = years.get(year);
  if (cached) return cached;
  const byDate = new Map<string, LocalFeast[]>();
  for (const feast of [...feasts].sort((a, b) => RANK_ORDER[a.rank] - RANK_ORDER[b.rank])) {
    const date = feast.dateOf(year);
    if (date) byDate.set(date, [...(byDate.get(date) ?? []), feast]);
  }
  years.set(year, byDate);
  return byDate;
}
