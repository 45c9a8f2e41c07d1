import { Int32, Long, ObjectId } from "bson";
import { errors, MongoError } from "../errors.js";
import { isDoc, typeName, type Doc } from "./bson.js";
import { isNumeric, toNumber } from "./number.js";
import type { Operator } from "./operators.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    try {
      format = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
        era: "short",
      });
    } catch {
      throw new MongoError(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    formats.set(zone, format);
  }
  return format;
}

/** Milliseconds that a zone's clocks are ahead of UTC at an instant. */
function offsetAt(zone: unknown, instant: number): number {
  if (zone === undefined) return 0;
  if (typeof zone !== "string")
    throw new MongoError(40517, `timezone must evaluate to a string, found ${typeName(zone)}`);
  const fixed = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * HOUR + Number(fixed[3] ?? 0) * MINUTE);
  if (zone === "UTC" || zone === "GMT" || zone === "Z") return 0;
  const part: Record<string, number> = {};
  let before = false;
  for (const { type, value } of zoneFormat(zone).formatToParts(instant)) {
    part[type] = Number(value);
    if (type === "era") before = value === "BC";
  }
  const clock = utc(
    before ? 1 - part.year! : part.year!,
    part.month! - 1,
    part.day!,
    part.hour,
    part.minute,
    part.second,
  );
  return clock - Math.floor(instant / SECOND) * SECOND;
}

/** Date.UTC without its special treatment of the years 0 to 99. */
function utc(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date.setUTCHours(hour, minute, second, millisecond);
}

/** The zone's clock at an instant, as a date whose UTC fields are the clock's. */
function clockAt(instant: number, zone: unknown): Date {
  return new Date(instant + offsetAt(zone, instant));
}

/** The instant when a zone's clock shows a time: the first of two, and just after a gap for a time that was skipped. */
function instantOf(clock: number, zone: unknown): number {
  const before = offsetAt(zone, clock - DAY);
  const after = offsetAt(zone, clock + DAY);
  if (offsetAt(zone, clock - before) === before) return clock - before;
  return offsetAt(zone, clock - after) === after ? clock - after : clock - before;
}

function dateOf(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (typeName(value) === "timestamp") return (value as Long).high * SECOND;
  throw new MongoError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

const dayOfYear = (clock: Date): number =>
  Math.floor((clock.getTime() - utc(clock.getUTCFullYear(), 0, 1)) / DAY) + 1;
const isoDay = (clock: Date): number => clock.getUTCDay() || 7;

/** The Thursday of a date's week decides which year and week ISO counts it to. */
function isoWeek(clock: Date): { year: number; week: number } {
  const thursday = new Date(clock.getTime() + (4 - isoDay(clock)) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

const PARTS: Record<string, (clock: Date) => number> = {
  $year: (clock) => clock.getUTCFullYear(),
  $month: (clock) => clock.getUTCMonth() + 1,
  $dayOfMonth: (clock) => clock.getUTCDate(),
  $dayOfWeek: (clock) => clock.getUTCDay() + 1,
  $dayOfYear: dayOfYear,
  $hour: (clock) => clock.getUTCHours(),
  $minute: (clock) => clock.getUTCMinutes(),
  $second: (clock) => clock.getUTCSeconds(),
  $millisecond: (clock) => clock.getUTCMilliseconds(),
  $week: (clock) => Math.floor((dayOfYear(clock) + 6 - clock.getUTCDay()) / 7),
  $isoWeek: (clock) => isoWeek(clock).week,
  $isoWeekYear: (clock) => isoWeek(clock).year,
  $isoDayOfWeek: isoDay,
};

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

function format(pattern: string, clock: Date, offset: number): string {
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
        return `${offset < 0 ? "-" : "+"}${minutes}`;
    }
    throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
  });
}

function dateToString([given]: unknown[]): unknown {
  const { date, format: pattern, timezone, onNull } = given as Doc;
  const instant = dateOf(date);
  if (instant === undefined) return onNull ?? null;
  if (timezone === null || pattern === null) return null;
  if (pattern !== undefined && typeof pattern !== "string")
    throw new MongoError(18533, "$dateToString requires that 'format' be a string");
  const offset = offsetAt(timezone, instant);
  const isUtc = timezone === undefined || /^(UTC|GMT|Z)$/.test(String(timezone));
  return format(pattern ?? `%Y-%m-%dT%H:%M:%S.%L${isUtc ? "Z" : ""}`, new Date(instant + offset), offset);
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

function parseFormat(text: string, pattern: string, timezone: unknown): number {
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

function weekDate(year: number, week: number, day: number): number[] {
  const first = utc(year, 0, 4);
  const date = new Date(first + (1 - isoDay(new Date(first)) + (week - 1) * 7 + day - 1) * DAY);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

function dateFromString([given]: unknown[]): unknown {
  const { dateString, format: pattern, timezone, onNull, onError } = given as Doc;
  if (dateString === null || dateString === undefined) return onNull ?? null;
  if (timezone === null || pattern === null) return null;
  try {
    if (typeof dateString !== "string")
      throw new MongoError(
        241,
        `$dateFromString requires that 'dateString' be a string, found: ${typeName(dateString)}`,
      );
    return new Date(
      pattern === undefined
        ? parseIso(dateString, timezone)
        : parseFormat(dateString, String(pattern), timezone),
    );
  } catch (cause) {
    if (Object.hasOwn(given as Doc, "onError") && cause instanceof MongoError && cause.code === 241)
      return onError;
    throw cause;
  }
}

function dateFromParts([given]: unknown[]): unknown {
  const spec = given as Doc;
  if (Object.values(spec).some((value) => value === null || value === undefined)) return null;
  const part = (name: string, otherwise: number): number => {
    const value = spec[name] ?? new Int32(otherwise);
    if (!isNumeric(value) || !Number.isInteger(toNumber(value)))
      throw new MongoError(40515, `'${name}' must evaluate to an integer, found ${typeName(value)}`);
    return toNumber(value);
  };
  const iso = "isoWeekYear" in spec;
  if (!iso && !("year" in spec))
    throw new MongoError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  const year = part(iso ? "isoWeekYear" : "year", 1970);
  if (year < 1 || year > 9999)
    throw new MongoError(
      40523,
      `'${iso ? "isoWeekYear" : "year"}' must evaluate to an integer in the range 1 to 9999, found ${year}`,
    );
  const [y, m, d] = iso
    ? weekDate(year, part("isoWeek", 1), part("isoDayOfWeek", 1))
    : [year, part("month", 1), part("day", 1)];
  const clock = utc(
    y!,
    m! - 1,
    d!,
    part("hour", 0),
    part("minute", 0),
    part("second", 0),
    part("millisecond", 0),
  );
  return new Date(instantOf(clock, spec.timezone));
}

function dateToParts([given]: unknown[]): unknown {
  const { date, timezone, iso8601 } = given as Doc;
  const instant = dateOf(date);
  if (instant === undefined || timezone === null) return null;
  const clock = clockAt(instant, timezone);
  const day = iso8601 === true ? ["isoWeekYear", "isoWeek", "isoDayOfWeek"] : ["year", "month", "dayOfMonth"];
  const names = [...day, "hour", "minute", "second", "millisecond"];
  return Object.fromEntries(
    names.map((name) => [name === "dayOfMonth" ? "day" : name, new Int32(PARTS[`$${name}`]!(clock))]),
  );
}

const MONTHS_IN: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const LENGTHS: Record<string, number> = {
  week: WEEK,
  day: DAY,
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
  millisecond: 1,
};

function unitOf(unit: unknown, name: string): string {
  if (typeof unit !== "string")
    throw new MongoError(5439013, `${name} requires 'unit' to be a string, but got ${typeName(unit)}`);
  if (!(unit in MONTHS_IN) && !(unit in LENGTHS))
    throw errors.failedToParse(`${name} parameter 'unit' value cannot be recognized as a time unit: ${unit}`);
  return unit;
}

function weekStart(day: unknown, name: string): number {
  const index = DAYS.findIndex((each) =>
    String(day ?? "sunday")
      .toLowerCase()
      .startsWith(each),
  );
  if (index < 0)
    throw errors.failedToParse(
      `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${String(day)}`,
    );
  return index;
}

function amountOf(value: unknown, name: string): number {
  const amount = isNumeric(value) ? toNumber(value) : NaN;
  if (!Number.isInteger(amount))
    throw new MongoError(5166405, `${name} expects integer amount of time units`);
  return amount;
}

function shift(sign: 1 | -1): Operator {
  return {
    arity: [3],
    named: ["startDate", "unit", "amount", "timezone"],
    run([given], _, name) {
      const { startDate, unit: unitGiven, amount: amountGiven, timezone } = given as Doc;
      const start = dateOf(startDate);
      if (
        start === undefined ||
        [unitGiven, amountGiven].some((each) => each === null || each === undefined) ||
        timezone === null
      )
        return null;
      const unit = unitOf(unitGiven, name);
      const amount = amountOf(amountGiven, name) * sign;
      if (LENGTHS[unit]! < DAY) return new Date(start + amount * LENGTHS[unit]!);
      const clock = clockAt(start, timezone);
      const months = MONTHS_IN[unit];
      if (months) {
        const day = clock.getUTCDate();
        clock.setUTCDate(1);
        clock.setUTCMonth(clock.getUTCMonth() + amount * months);
        // A month that is too short ends earlier: 31 January plus one month is the last of February.
        clock.setUTCDate(
          Math.min(day, new Date(utc(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 0)).getUTCDate()),
        );
      } else {
        clock.setTime(clock.getTime() + amount * LENGTHS[unit]!);
      }
      return new Date(instantOf(clock.getTime(), timezone));
    },
  };
}

const monthsOf = (clock: Date): number => clock.getUTCFullYear() * 12 + clock.getUTCMonth();

function dateDiff([given]: unknown[], _: unknown, name: string): unknown {
  const { startDate, endDate, unit: unitGiven, timezone, startOfWeek } = given as Doc;
  const [start, end] = [dateOf(startDate), dateOf(endDate)];
  if (
    start === undefined ||
    end === undefined ||
    unitGiven === null ||
    unitGiven === undefined ||
    timezone === null
  )
    return null;
  const unit = unitOf(unitGiven, name);
  const months = MONTHS_IN[unit];
  const length = LENGTHS[unit]!;
  const count = (instant: number): number => {
    if (months) return Math.floor(monthsOf(clockAt(instant, timezone)) / months);
    if (length < DAY) return Math.floor((instant + (offsetAt(timezone, instant) % HOUR)) / length);
    const clock = clockAt(instant, timezone).getTime();
    // 1 January 1970 was a Thursday.
    return unit === "day"
      ? Math.floor(clock / DAY)
      : Math.floor((clock / DAY + 4 - weekStart(startOfWeek, name)) / 7);
  };
  return Long.fromNumber(count(end) - count(start));
}

function dateTrunc([given]: unknown[], _: unknown, name: string): unknown {
  const { date, unit: unitGiven, binSize = new Int32(1), timezone, startOfWeek } = given as Doc;
  const instant = dateOf(date);
  if (
    instant === undefined ||
    unitGiven === null ||
    unitGiven === undefined ||
    binSize === null ||
    timezone === null
  )
    return null;
  const unit = unitOf(unitGiven, name);
  const size = amountOf(binSize, name);
  if (size <= 0)
    throw new MongoError(5439018, `${name} requires 'binSize' to be greater than 0, but got value ${size}`);
  const clock = clockAt(instant, timezone);
  const months = MONTHS_IN[unit];
  // Bins are counted from the beginning of the year 2000.
  const origin = utc(2000, 0, 1);
  if (months) {
    const count = months * size;
    const month = 24000 + Math.floor((monthsOf(clock) - 24000) / count) * count;
    return new Date(instantOf(utc(Math.floor(month / 12), month % 12, 1), timezone));
  }
  const length = LENGTHS[unit]! * size;
  if (LENGTHS[unit]! < DAY) {
    const first = instantOf(origin, timezone);
    return new Date(first + Math.floor((instant - first) / length) * length);
  }
  // 1 January 2000 was a Saturday; weeks are counted from the first one that begins then or later.
  const first = unit === "week" ? origin + ((weekStart(startOfWeek, name) + 1) % 7) * DAY : origin;
  return new Date(instantOf(first + Math.floor((clock.getTime() - first) / length) * length, timezone));
}

/** The operators on dates. */
export const DATES: Record<string, Operator> = {
  ...Object.fromEntries(
    Object.entries(PARTS).map(([name, part]): [string, Operator] => [
      name,
      {
        arity: [1],
        named: ["date", "timezone"],
        short: true,
        code: 40535,
        run: ([given]) => {
          const { date, timezone } = given as Doc;
          const instant = dateOf(date);
          if (instant === undefined || timezone === null) return null;
          const value = part(clockAt(instant, timezone));
          return name === "$isoWeekYear" ? Long.fromNumber(value) : new Int32(value);
        },
      },
    ]),
  ),
  $dateToString: {
    arity: [1],
    named: ["date", "format", "timezone", "onNull"],
    code: 18534,
    run: dateToString,
  },
  $dateToParts: { arity: [1], named: ["date", "timezone", "iso8601"], code: 40520, run: dateToParts },
  $dateFromString: {
    arity: [1],
    named: ["dateString", "format", "timezone", "onError", "onNull"],
    code: 40541,
    run: dateFromString,
  },
  $dateFromParts: {
    arity: [0],
    named: "year month day hour minute second millisecond isoWeekYear isoWeek isoDayOfWeek timezone".split(
      " ",
    ),
    code: 40518,
    run: dateFromParts,
  },
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: {
    arity: [3],
    named: ["startDate", "endDate", "unit", "timezone", "startOfWeek"],
    run: dateDiff,
  },
  $dateTrunc: { arity: [2], named: ["date", "unit", "binSize", "timezone", "startOfWeek"], run: dateTrunc },
};
