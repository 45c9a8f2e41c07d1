import type { Long } from "bson";
import { ObjectId } from "bson";
import { MongoError } from "../errors.js";
import { typeName } from "./bson.js";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

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
export function offsetAt(zone: unknown, instant: number): number {
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
export function utc(
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
export function clockAt(instant: number, zone: unknown): Date {
  return new Date(instant + offsetAt(zone, instant));
}

/** The instant when a zone's clock shows a time: the first of two, and just after a gap for a time that was skipped. */
export function instantOf(clock: number, zone: unknown): number {
  const before = offsetAt(zone, clock - DAY);
  const after = offsetAt(zone, clock + DAY);
  if (offsetAt(zone, clock - before) === before) return clock - before;
  return offsetAt(zone, clock - after) === after ? clock - after : clock - before;
}

/** The instant that a date, an identifier or a timestamp stands for. */
export function dateOf(value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (typeName(value) === "timestamp") return (value as Long).high * SECOND;
  throw new MongoError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** 1 to 366. */
const dayOfYear = (clock: Date): number =>
  Math.floor((clock.getTime() - utc(clock.getUTCFullYear(), 0, 1)) / DAY) + 1;
/** 1 (Monday) to 7. */
export const isoDay = (clock: Date): number => clock.getUTCDay() || 7;

/** The Thursday of a date's week decides which year and week ISO counts it to. */
function isoWeek(clock: Date): { year: number; week: number } {
  const thursday = new Date(clock.getTime() + (4 - isoDay(clock)) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** What the date operators show of a clock. */
export const PARTS: Record<string, (clock: Date) => number> = {
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
