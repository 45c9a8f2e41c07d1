import { instantOf, isDay, localMoment } from "~/domain/calendar/local-day";
import { findTimeZone } from "~/domain/calendar/time-zone";

/** The day of an entry in its own zone, and the instant at which it was written. */
export type EntryMoment = { forDate: string; createdAt: Date; timezone: string };

/** The zone of a member, for times without a zone. */
type Zone = { timezone: string };

/** The moment of an instant: its day is that of `zone`, or of the member's zone if `zone` is unknown. */
export function momentAt(at: Date, { timezone }: Zone, zone = ""): EntryMoment | undefined {
  if (Number.isNaN(at.getTime())) return undefined;
  const own = findTimeZone(zone) ?? timezone;
  return { forDate: localMoment(at, own).date, createdAt: at, timezone: own };
}

/** The moment of a day and a local time "22:30" in the member's zone, noon by default. */
export function momentOn(forDate: string, { timezone }: Zone, time = "12:00"): EntryMoment | undefined {
  if (!isDay(forDate) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return { forDate, createdAt: instantOf(forDate, time, timezone), timezone };
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

/** Parses a date as programs write it: ISO 8601 with or without zone, or seconds or milliseconds since 1970. */
export function parseMoment(value: unknown, zone: Zone): EntryMoment | undefined {
  if (typeof value === "number" || (typeof value === "string" && /^\d{9,13}$/.test(value))) {
    const number = Number(value);
    return momentAt(new Date(number < 1e11 ? number * 1_000 : number), zone);
  }
  if (typeof value !== "string") return undefined;
  const [whole, day = "", time, offset] = ISO.exec(value.trim()) ?? [];
  if (whole === undefined) return undefined;
  if (!offset) return momentOn(day, zone, time);
  const at = new Date(whole.replace(" ", "T").replace(/\s?UTC$/, "Z"));
  if (offset === "Z" || offset === "UTC") return momentAt(at, zone);
  return isDay(day) ? { forDate: day, createdAt: at, timezone: zone.timezone } : undefined;
}

/** Also matches "20240506", "2024_05_06" and "2024/05/06". */
const DAY_IN_NAME = /(?<!\d)(\d{4})([-_./]?)(\d{2})\2(\d{2})(?!\d)/;

/** The day in the name of a file, with the rest of the name as a title. */
export function dayInName(path: string): { forDate: string; title: string } | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,8}$/, "");
  const match = DAY_IN_NAME.exec(name);
  const forDate = match ? `${match[1]}-${match[3]}-${match[4]}` : "";
  if (!match || !isDay(forDate)) return undefined;
  const rest = name.slice(0, match.index) + name.slice(match.index + match[0].length);
  return { forDate, title: rest.replace(/^[\s\-_–—.,]+|[\s\-_–—.,]+$/g, "") };
}
