import { MongoError } from "../errors.js";
import { DAY, instantOf, isoDay, MINUTE, PARTS, SECOND, utc } from "./calendar.js";

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** The letters of a date format: what they show and how many digits they have. */
const LETTERS: Record<string, [part: string, digits: number]> = {
  Y: ["$year", 4],
  m: ["$month", 2],
  d: ["$dayOfMonth", 2],
  H: ["$hour", 2],
  M: ["$minute", 2],
  S: ["$second", 2],
  L: ["$millisecond", 3],
  j: ["$dayOfYear", 3],
  w: ["$dayOfWeek", 1],
  u: ["$isoDayOfWeek", 1],
  U: ["$week", 2],
  V: ["$isoWeek", 2],
  G: ["$isoWeekYear", 4],
};

/** Writes a date in a format of percent letters. */
export function format(pattern: string, clock: Date, offset: number): string {
  return pattern.replace(/%(.?)/gs, (_, letter: string) => {
    const known = Object.hasOwn(LETTERS, letter) && LETTERS[letter];
    if (known) return String(PARTS[known[0]]!(clock)).padStart(known[1], "0");
    const minutes = Math.abs(Math.round(offset / MINUTE));
    switch (letter) {
      case "%":
        return "%";
      case "b":
        return MONTHS[clock.getUTCMonth()]!.slice(0, 3);
      case "B":
        return MONTHS[clock.getUTCMonth()]!;
      case "z":
        return `${offset < 0 ? "-" : "+"}${String(Math.floor(minutes / 60)).padStart(2, "0")}${String(minutes % 60).padStart(2, "0")}`;
      case "Z":
        return String(Math.round(offset / MINUTE));
    }
    throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
  });
}

function failed(text: string, why: string): MongoError {
  return new MongoError(241, `Error parsing date string '${text}'; ${why}`);
}

function zoneOf(text: string, own: string | undefined, timezone: unknown): unknown {
  if (own !== undefined && timezone !== undefined)
    throw failed(
      text,
      "passing a time zone identifier as part of the string is not allowed with a timezone argument",
    );
  return own ?? timezone;
}

function instantFrom(text: string, fields: number[], zone: unknown): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = fields;
  const clock = utc(year, month - 1, day, hour, minute, second, millisecond);
  if (new Date(clock).getUTCMonth() !== month - 1 || hour > 24 || minute > 59 || second > 60)
    throw failed(text, "there is no such time");
  return instantOf(clock, zone);
}

/** Reads an ISO 8601 date or time. */
export function parseIso(text: string, timezone: unknown): number {
  const match =
    /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?\s*$/.exec(
      text,
    );
  if (!match) throw failed(text, "it is not in ISO 8601 format");
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const millisecond = Math.floor(Number(`0.${match[7] ?? 0}`) * SECOND);
  return instantFrom(
    text,
    [year!, month!, day!, hour!, minute!, second!, millisecond],
    zoneOf(text, match[8], timezone),
  );
}

const READABLE: Record<string, string> = {
  Y: "(?<Y>\\d{4})",
  m: "(?<m>\\d{1,2})",
  d: "(?<d>\\d{1,2})",
  H: "(?<H>\\d{1,2})",
  M: "(?<M>\\d{1,2})",
  S: "(?<S>\\d{1,2})",
  L: "(?<L>\\d{1,3})",
  G: "(?<G>\\d{4})",
  V: "(?<V>\\d{1,2})",
  u: "(?<u>\\d)",
  z: "(?<z>Z|[+-]\\d{2}:?\\d{2})",
  b: "(?<b>[A-Za-z]{3})",
  B: "(?<B>[A-Za-z]+)",
};

/** Reads a date that is written in a format. */
export function parseFormat(text: string, pattern: string, timezone: unknown): number {
  const source = pattern.replace(/%(.?)|[.*+?^${}()|[\]\\]/gs, (all, letter?: string) => {
    if (letter === undefined) return `\\${all}`;
    if (letter === "%") return "%";
    if (!Object.hasOwn(READABLE, letter))
      throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
    return READABLE[letter]!;
  });
  const part = new RegExp(`^${source}$`).exec(text)?.groups;
  if (!part) throw failed(text, `it does not fit the format '${pattern}'`);
  const zone = zoneOf(text, part.z, timezone);
  const number = (letter: string, otherwise: number): number => Number(part[letter] ?? otherwise);
  const time = [number("H", 0), number("M", 0), number("S", 0), number("L", 0)];
  if (part.G)
    return instantFrom(text, [...weekDate(number("G", 1970), number("V", 1), number("u", 1)), ...time], zone);
  const name = (part.b ?? part.B)?.toLowerCase();
  const month = name
    ? MONTHS.findIndex((each) => (part.b ? each.slice(0, 3) : each).toLowerCase() === name) + 1
    : number("m", 1);
  if (!part.Y) throw failed(text, "there is no year in it");
  return instantFrom(text, [number("Y", 0), month, number("d", 1), ...time], zone);
}

/** Year, month and day of a day of an ISO week. */
export function weekDate(year: number, week: number, day: number): number[] {
  const first = utc(year, 0, 4);
  const date = new Date(first + (1 - isoDay(new Date(first)) + (week - 1) * 7 + day - 1) * DAY);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
