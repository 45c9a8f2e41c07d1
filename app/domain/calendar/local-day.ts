import { t } from "~/i18n/t";
import { DAY, MINUTE } from "./durations";
import { formatDayMonthYear, formatTime, MONTHS, WEEKDAYS } from "./locale";

/** Moments in Universal Time, as administrators read them: to be compared with the log. */

/** "2026-11-21" */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** "2026-11" */
export function utcMonth(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** "2026-11-21 13:05" */
export function utcMinute(at: Date): string {
  return at.toISOString().slice(0, 16).replace("T", " ");
}

/** "2026-11-21 13:05:09" */
export function utcSecond(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}

/** The first moment of a day. */
export function startOfUtcDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

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
export function formatDate(date: string): string {
  return formatDayMonthYear(Number(date.slice(8)), monthName(date), Number(date.slice(0, 4)));
}

/** "November 2026" */
export function formatMonth(date: string): string {
  return `${monthName(date)} ${Number(date.slice(0, 4))}`;
}

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? "";

/** How far the clocks of `zone` are ahead of Universal Time at a moment, in milliseconds. */
export function zoneOffsetMs(at: number, zone: string): number {
  const { date, time } = localMoment(new Date(at), zone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE) * MINUTE;
}

/**
 * The moment when clocks in `zone` show a local date and time. A time that a clock change skips is moved
 * forward with the clocks; of a time that comes twice, the first counts.
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const plain = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [zoneOffsetMs(plain - DAY, zone), zoneOffsetMs(plain + DAY, zone)];
  const fits = [before, after]
    .map((offset) => plain - offset)
    .filter((at) => plain - at === zoneOffsetMs(at, zone));
  return new Date(fits.length > 0 ? Math.min(...fits) : plain - before);
}

/** The moment when `date` begins in `zone`; where a clock change skips midnight, the first moment after it. */
export function startOfDay(date: string, zone: string): Date {
  return instantOf(date, "00:00", zone);
}

/** When a draft was saved, as briefly as it can be said: the time today, the day as well before. */
export function formatSavedAt(savedAt: Date, now: Date, timezone: string): string {
  const saved = localMoment(savedAt, timezone);
  if (saved.date === localMoment(now, timezone).date) return formatTime(saved.time);
  return formatMoment(savedAt, timezone);
}

/** "20 November 2026, 18:05" */
export function formatMoment(moment: Date, timezone: string): string {
  const { date, time } = localMoment(moment, timezone);
  return `${formatDate(date)}, ${formatTime(time)}`;
}

/** "Friday, 20 November 2026" */
export function formatFullDate(date: string): string {
  return `${weekdayName(date)}, ${formatDate(date)}`;
}

/** "15 to 21 November 2026", "29 November to 5 December 2026"; where the month comes first, "November 15 to 21, 2026". */
export function formatDateSpan(first: string, last: string): string {
  const [from, to] = [formatDate(first), formatDate(last)];
  if (first.slice(0, 4) !== last.slice(0, 4)) return t("{from} to {to}", { from, to });
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  // Both end with the same year, which is said once: "November 29, 2026", "29 November 2026".
  const start = from.replace(/,? \d{4}$/, "");
  const [word = "", day = ""] = start.split(" ");
  const startsWithMonth = Number.isNaN(Number(word));
  if (!isOneMonth) return t("{start} to {to}", { start, to });
  return startsWithMonth
    ? t("{word} {day} to {to}", { word, day, to: to.slice(word.length + 1) })
    : t("{word} to {to}", { word, to });
}

/** "Today", "Yesterday", or the day in words. */
export function formatRelativeDay(date: string, today: string): string {
  if (date === today) return t("Today");
  if (date === addDays(today, -1)) return t("Yesterday");
  return formatFullDate(date);
}
