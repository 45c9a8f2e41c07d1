import { Int32, Long } from "bson";
import { errors, MongoError } from "../errors.js";
import { typeName, type Doc } from "./bson.js";
import {
  clockAt,
  DAY,
  dateOf,
  HOUR,
  instantOf,
  MINUTE,
  offsetAt,
  PARTS,
  SECOND,
  utc,
  WEEK,
} from "./calendar.js";
import { format, parseFormat, parseIso, weekDate } from "./date-text.js";
import { isNumeric, toNumber } from "./number.js";
import type { Operator } from "./operator.js";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

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
