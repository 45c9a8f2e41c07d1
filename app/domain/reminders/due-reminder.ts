import { DAY, MINUTE } from "~/domain/calendar/durations";
import { addDays, instantOf, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import type { PrayerTimes } from "~/domain/member/prayer-times";
import {
  REMINDER_KINDS,
  type ReminderChoice,
  type ReminderKind,
  type RhythmChoice,
} from "~/domain/member/preferences";

/**
 * When a reminder is due: within 30 minutes of the person's own time; the morning's
 * only between 03:00 and 16:00; otherwise the evening's; one of each kind a calendar day.
 */
const WINDOW_MS = 30 * MINUTE;
const MORNING_FROM = "03:00";
const MORNING_UNTIL = "16:00";
const MORNING_LAST = "15:59";

/** What the rule needs to know of a person. */
export type ReminderSchedule = PrayerTimes & {
  /** IANA zone; empty counts as UTC. */
  timezone: string;
  reminders: Pick<ReminderChoice, "morning" | "evening" | "quietDays">;
  rhythm: Pick<RhythmChoice, "restDay" | "pauses">;
};

export type DueReminder = { kind: ReminderKind; date: string };

/** "2026-11-21-morning" */
export const reminderId = ({ kind, date }: DueReminder) => `${date}-${kind}`;

/** Days without reminders: those the person has named, their day of rest, and pauses. */
export function isQuietDate(date: string, { reminders, rhythm }: ReminderSchedule): boolean {
  const weekday = weekdayOf(date);
  if (reminders.quietDays.includes(weekday) || rhythm.restDay === weekday) return true;
  return rhythm.pauses.some(({ from, until }) => from <= date && date <= until);
}

const timeOf = (kind: ReminderKind, person: ReminderSchedule) =>
  kind === "morning" ? person.morningPromptTime : person.eveningPromptTime;

/** The reminder that is due now and has not been given, by its id. */
export function dueReminder(
  now: Date,
  person: ReminderSchedule,
  given: readonly string[],
): DueReminder | null {
  const { date, time } = localMoment(now, person.timezone);
  if (isQuietDate(date, person)) return null;
  for (const kind of REMINDER_KINDS) {
    if (!person.reminders[kind] || given.includes(reminderId({ kind, date }))) continue;
    if (kind === "morning" && (time < MORNING_FROM || time >= MORNING_UNTIL)) continue;
    const at = instantOf(date, timeOf(kind, person), person.timezone);
    if (Math.abs(now.getTime() - at.getTime()) <= WINDOW_MS) return { kind, date };
  }
  return null;
}

export type PlannedReminder = DueReminder & { at: Date };

/**
 * When a reminder of a day is to be sent to someone who has no page open: at their time, moved into the morning's hours
 * where it lies outside them by no more than the window. Null on a day without it.
 * @internal Exported for tests.
 */
export function plannedReminder(
  kind: ReminderKind,
  date: string,
  person: ReminderSchedule,
): PlannedReminder | null {
  if (!person.reminders[kind] || isQuietDate(date, person)) return null;
  const wanted = instantOf(date, timeOf(kind, person), person.timezone);
  const { date: day, time } = localMoment(wanted, person.timezone);
  // A day that the zone's clocks leave out altogether.
  if (day !== date) return null;
  if (kind === "evening") return { kind, date, at: wanted };
  const at =
    time < MORNING_FROM
      ? instantOf(date, MORNING_FROM, person.timezone)
      : time >= MORNING_UNTIL
        ? instantOf(date, MORNING_LAST, person.timezone)
        : wanted;
  return Math.abs(at.getTime() - wanted.getTime()) <= WINDOW_MS ? { kind, date, at } : null;
}

function plannedAround(now: Date, person: ReminderSchedule, days: readonly number[]): PlannedReminder[] {
  const { date } = localMoment(now, person.timezone);
  return days
    .flatMap((day) => REMINDER_KINDS.map((kind) => plannedReminder(kind, addDays(date, day), person)))
    .filter((planned) => planned !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** What is to be sent now: planned no longer ago than the window. A server that was down longer sends nothing late. */
export function remindersToSend(now: Date, person: ReminderSchedule): PlannedReminder[] {
  const age = ({ at }: PlannedReminder) => now.getTime() - at.getTime();
  return plannedAround(now, person, [-1, 0]).filter(
    (planned) => age(planned) >= 0 && age(planned) <= WINDOW_MS,
  );
}

/**
 * When to look at a person again: at their next reminder, in a day at the latest, so that changes
 * in between are seen.
 */
export function nextReminderCheckAt(now: Date, person: ReminderSchedule): Date {
  const latest = new Date(now.getTime() + DAY);
  const next = plannedAround(now, person, [0, 1]).find(({ at }) => at > now)?.at;
  return next && next < latest ? next : latest;
}
