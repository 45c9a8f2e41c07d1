import { t } from "~/i18n/t";
import { DAY, MINUTE } from "./durations";
import { formatDayMonthYear, formatTime, MONTHS, WEEKDAYS } from "./locale";

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

export function startOfUtcDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** Local date and time. Days are "YYYY-MM-DD" everywhere and compare as text; zones are IANA names. */
export type LocalMoment = Readonly<{
  date: string;
  /** HH:MM, 24 hours. */
  time: string;
}>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", {
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
  formats.set(zone, format);
  return format;
}

/** Falls back to UTC for a zone that this machine's ICU does not know, so that such a record cannot break every page. */
function formatOrUtc(zone: string): Intl.DateTimeFormat {
  try {
    return formatFor(zone || "UTC");
  } catch {
    return formatFor("UTC");
  }
}

/** A page needs the local time of the same minute about ten times, so recent results are cached. */
const MAX_CACHED_MINUTES = 500;
const cachedMinutes = new Map<string, LocalMoment>();

/** Local date and time in `zone`; "" is UTC. */
export function localMoment(moment: Date, zone: string): LocalMoment {
  const minute = `${Math.floor(moment.getTime() / MINUTE)} ${zone}`;
  const cached = cachedMinutes.get(minute);
  if (cached) return cached;
  if (cachedMinutes.size === MAX_CACHED_MINUTES) cachedMinutes.clear();
  const local = computeLocal(moment, zone);
  cachedMinutes.set(minute, local);
  return local;
}

function computeLocal(moment: Date, zone: string): LocalMoment {
  // Matching the formatted text costs less than half of formatToParts. en-US always prints the numbers in this order.
  const [month, day, year, hour, minute] = formatOrUtc(zone).format(moment).match(/\d+/g) ?? [];
  return { date: `${year?.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** Whether `text` is an existing day in the years 0001 to 9998: the church year needs the year before and after. */
export function isDay(text: string): boolean {
  if (!/^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = midnight(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The day `count` days later; earlier if negative. */
export function addDays(date: string, count: number): string {
  return new Date(midnight(date) + count * DAY).toISOString().slice(0, 10);
}

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

/** "21 November 2026", in the order of the reader's locale. */
export function formatDate(date: string): string {
  return formatDayMonthYear(Number(date.slice(8)), monthName(date), Number(date.slice(0, 4)));
}

/** "November 2026" */
export function formatMonth(date: string): string {
  return `${monthName(date)} ${Number(date.slice(0, 4))}`;
}

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? "";

/** UTC offset of `zone` at a moment, in milliseconds; positive east of Greenwich. */
export function zoneOffsetMs(at: number, zone: string): number {
  const { date, time } = localMoment(new Date(at), zone);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE) * MINUTE;
}

/**
 * The instant of a local date and time in `zone`. A time that a clock change skips moves forward with the clocks; for a
 * time that occurs twice, the first instant is returned.
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [zoneOffsetMs(asUtc - DAY, zone), zoneOffsetMs(asUtc + DAY, zone)];
  const instants = [before, after]
    .map((offset) => asUtc - offset)
    .filter((at) => asUtc - at === zoneOffsetMs(at, zone));
  return new Date(instants.length > 0 ? Math.min(...instants) : asUtc - before);
}

/** Midnight of `date` in `zone`; the first instant after it where a clock change skips midnight. */
export function startOfDay(date: string, zone: string): Date {
  return instantOf(date, "00:00", zone);
}

/** The time if it was today, otherwise day and time. */
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
  // Both end with the same year, which is printed once: "November 29, 2026", "29 November 2026".
  const start = from.replace(/,? \d{4}$/, "");
  const [word = "", day = ""] = start.split(" ");
  const startsWithMonth = Number.isNaN(Number(word));
  if (!isOneMonth) return t("{start} to {to}", { start, to });
  return startsWithMonth
    ? t("{word} {day} to {to}", { word, day, to: to.slice(word.length + 1) })
    : t("{word} to {to}", { word, to });
}

/** "Today", "Yesterday", or the full date. */
export function formatRelativeDay(date: string, today: string): string {
  if (date === today) return t("Today");
  if (date === addDays(today, -1)) return t("Yesterday");
  return formatFullDate(date);
}
