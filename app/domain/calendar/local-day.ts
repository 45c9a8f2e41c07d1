import { MONTHS, WEEKDAYS } from "./day-names";
import { DAY, MINUTE } from "./durations";
import { dayMonthYear } from "./locale";

/**
 * A day is a local calendar date, "YYYY-MM-DD", and compares as text. Nothing here reads the clock: the moment and the
 * IANA zone are passed in, so the same functions answer for every zone and on both sides of a clock change.
 */
export type LocalMoment = Readonly<{
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, 24 hours. */
  time: string;
}>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** A zone that this machine does not know (a record from elsewhere) must not take every page away: it counts as UTC. */
function formatOrUtc(zone: string): Intl.DateTimeFormat {
  try {
    return formatFor(zone || "UTC");
  } catch {
    return formatFor("UTC");
  }
}

/** A page asks for the same minute some ten times, and so do the pages beside it. */
const MOST_KNOWN = 500;
const known = new Map<string, LocalMoment>();

/** The date and time that clocks show in `zone` at this moment; UTC while the zone is not known. */
export function localMoment(moment: Date, zone: string): LocalMoment {
  const minute = `${Math.floor(moment.getTime() / MINUTE)} ${zone}`;
  const before = known.get(minute);
  if (before) return before;
  if (known.size === MOST_KNOWN) known.clear();
  const there = momentIn(moment, zone);
  known.set(minute, there);
  return there;
}

function momentIn(moment: Date, zone: string): LocalMoment {
  // Less than half the work of formatToParts: the numbers always come in this order, with any separators.
  const [month, day, year, hour, minute] = formatOrUtc(zone).format(moment).match(/\d+/g) ?? [];
  return { date: `${year?.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** Whether `text` is a day that exists, with a whole year before and after it: the church year looks at both. */
export function isDay(text: string): boolean {
  if (!/^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = midnight(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The day `count` days later, or earlier when negative. */
export function addDays(date: string, count: number): string {
  return new Date(midnight(date) + count * DAY).toISOString().slice(0, 10);
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(midnight(date)).getUTCDay();
}

/** "Friday" */
export function weekdayName(date: string): string {
  return WEEKDAYS[weekdayOf(date)] ?? "";
}

/** "21 November 2026", in the order that its reader is used to. */
export function dateInWords(date: string): string {
  return dayMonthYear(Number(date.slice(8)), monthName(date), Number(date.slice(0, 4)));
}

/** "November 2026" */
export function monthInWords(date: string): string {
  return `${monthName(date)} ${Number(date.slice(0, 4))}`;
}

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? "";
