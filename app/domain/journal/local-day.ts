import { MONTHS } from "~/words/journal/months";
import { WEEKDAYS } from "~/words/journal/weekdays";
import type { Slot } from "./kinds";
import { dayMonthYear } from "./locale";

/**
 * A day is a local calendar date, "YYYY-MM-DD", and compares as text. Nothing here reads the clock: the moment and the
 * IANA zone are passed in, so the same functions answer for every zone and on both sides of a clock change.
 */
export type LocalMoment = {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, 24 hours. */
  time: string;
};

const DAY_MS = 86_400_000;
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

/** The date and time that clocks show in `zone` at this moment; UTC while the zone is not known. */
export function localMoment(moment: Date, zone: string): LocalMoment {
  const part: Record<string, string> = {};
  for (const { type, value } of formatOrUtc(zone).formatToParts(moment)) part[type] = value;
  return {
    date: `${part.year?.padStart(4, "0")}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}`,
  };
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** Whether `text` is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = midnight(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** The day `count` days later, or earlier when negative. */
export function addDays(date: string, count: number): string {
  return new Date(midnight(date) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
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

/** The times at which a person prays, HH:MM in their zone. */
export type PrayerTimes = { morningPromptTime: string; eveningPromptTime: string };

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** The reminder for a time is shown from this long before it (contract section 5). */
const WINDOW = 30;
/** The seed's morning reminder comes "only between 03:00 and 16:00" (section 9): those hours are the morning here too. */
const MORNING_BEGINS = 3 * 60;
const MORNING_ENDS = 16 * 60;

/** From when until when it is morning for a person: the seed's hours, widened where their own times lie outside. */
function morningHours({ morningPromptTime, eveningPromptTime }: PrayerTimes): {
  begins: number;
  ends: number;
} {
  const morning = minutesOf(morningPromptTime);
  const evening = minutesOf(eveningPromptTime);
  const begins = Math.max(0, Math.min(MORNING_BEGINS, morning - WINDOW));
  // Somebody whose evening comes first has turned the day around; the plain hours serve them best.
  if (evening <= morning) return { begins: MORNING_BEGINS, ends: MORNING_ENDS };
  const eveningOpens = Math.max(evening - WINDOW, morning + 1);
  const ends = morning >= MORNING_ENDS - WINDOW ? eveningOpens : Math.min(MORNING_ENDS, eveningOpens);
  return { begins, ends: Math.max(ends, begins) };
}

/** Which reflection belongs to a local time. */
export function slotAt(time: string, times: PrayerTimes): Exclude<Slot, "none"> {
  const minute = minutesOf(time);
  const { begins, ends } = morningHours(times);
  return minute >= begins && minute < ends ? "morning" : "evening";
}

/** The day that a reflection is for: after midnight, before morning, an evening still belongs to the day that was. */
export function dayOf(slot: Slot, { date, time }: LocalMoment, times: PrayerTimes): string {
  return slot === "evening" && minutesOf(time) < morningHours(times).begins ? addDays(date, -1) : date;
}
