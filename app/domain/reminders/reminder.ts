import { DAY, MINUTE } from "~/domain/calendar/durations";
import { addDays, instantOf, localMoment, weekdayOf } from "~/domain/calendar/local-day";
import type { PrayerTimes } from "~/domain/member/prayer-times";
import {
  REMINDER_KINDS,
  type ReminderChoice,
  type ReminderKind,
  type RhythmChoice,
  type SentReminder,
} from "~/domain/member/preferences";
import { t } from "~/i18n/t";

/**
 * A reminder is due within 30 minutes of the member's prompt time, once per kind and local day; a morning reminder
 * only between 03:00 and 16:00.
 */
const WINDOW_MS = 30 * MINUTE;
const MORNING_FROM = "03:00";
const MORNING_UNTIL = "16:00";
const MORNING_LAST = "15:59";

export type ReminderSchedule = PrayerTimes & {
  /** IANA zone; empty counts as UTC. */
  timezone: string;
  reminders: Pick<ReminderChoice, "morning" | "evening" | "quietDays">;
  rhythm: Pick<RhythmChoice, "restDay" | "pauses">;
};

export type DueReminder = { kind: ReminderKind; date: string };

/** For example "2026-11-21-morning". */
export const reminderId = ({ kind, date }: DueReminder) => `${date}-${kind}`;

/** Whether a day is without reminders: quiet days, the day of rest, and pauses. */
export function isQuietDate(date: string, { reminders, rhythm }: ReminderSchedule): boolean {
  const weekday = weekdayOf(date);
  if (reminders.quietDays.includes(weekday) || rhythm.restDay === weekday) return true;
  return rhythm.pauses.some(({ from, until }) => from <= date && date <= until);
}

export const promptTimeOf = (kind: ReminderKind, schedule: ReminderSchedule) =>
  kind === "morning" ? schedule.morningPromptTime : schedule.eveningPromptTime;

/** The reminder that is due now, unless its id is in `storedIds`. */
export function dueReminder(
  now: Date,
  schedule: ReminderSchedule,
  storedIds: readonly string[],
): DueReminder | null {
  const { date, time } = localMoment(now, schedule.timezone);
  if (isQuietDate(date, schedule)) return null;
  for (const kind of REMINDER_KINDS) {
    if (!schedule.reminders[kind] || storedIds.includes(reminderId({ kind, date }))) continue;
    if (kind === "morning" && (time < MORNING_FROM || time >= MORNING_UNTIL)) continue;
    const at = instantOf(date, promptTimeOf(kind, schedule), schedule.timezone);
    if (Math.abs(now.getTime() - at.getTime()) <= WINDOW_MS) return { kind, date };
  }
  return null;
}

export type PlannedReminder = DueReminder & { at: Date };

/**
 * When a day's reminder is sent by email and push: the prompt time, moved into the morning window if it is
 * at most WINDOW_MS outside. Null on a day without a reminder.
 * @internal Exported for tests.
 */
export function plannedReminder(
  kind: ReminderKind,
  date: string,
  schedule: ReminderSchedule,
): PlannedReminder | null {
  if (!schedule.reminders[kind] || isQuietDate(date, schedule)) return null;
  const promptAt = instantOf(date, promptTimeOf(kind, schedule), schedule.timezone);
  const { date: day, time } = localMoment(promptAt, schedule.timezone);
  // The zone skips this day, so it has no reminder.
  if (day !== date) return null;
  if (kind === "evening") return { kind, date, at: promptAt };
  const at =
    time < MORNING_FROM
      ? instantOf(date, MORNING_FROM, schedule.timezone)
      : time >= MORNING_UNTIL
        ? instantOf(date, MORNING_LAST, schedule.timezone)
        : promptAt;
  return Math.abs(at.getTime() - promptAt.getTime()) <= WINDOW_MS ? { kind, date, at } : null;
}

function plannedAround(now: Date, schedule: ReminderSchedule, days: readonly number[]): PlannedReminder[] {
  const { date } = localMoment(now, schedule.timezone);
  return days
    .flatMap((day) => REMINDER_KINDS.map((kind) => plannedReminder(kind, addDays(date, day), schedule)))
    .filter((planned) => planned !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Reminders planned within the last WINDOW_MS. After a longer downtime, late reminders are not sent. */
export function remindersToSend(now: Date, schedule: ReminderSchedule): PlannedReminder[] {
  const age = ({ at }: PlannedReminder) => now.getTime() - at.getTime();
  return plannedAround(now, schedule, [-1, 0]).filter(
    (planned) => age(planned) >= 0 && age(planned) <= WINDOW_MS,
  );
}

/** Time of the next check: the next reminder, at most a day ahead, so that changed settings are noticed. */
export function nextReminderCheckAt(now: Date, schedule: ReminderSchedule): Date {
  const latest = new Date(now.getTime() + DAY);
  const next = plannedAround(now, schedule, [0, 1]).find(({ at }) => at > now)?.at;
  return next && next < latest ? next : latest;
}

/** Fixed texts, see docs/product.md#fixed-texts. */
export const REMINDER_TEXTS: Record<ReminderKind, { title: string; message: string }> = {
  morning: {
    title: t("Morning Reflection"),
    message: t("It's time for your morning reflection. Take a moment to start your day mindfully."),
  },
  evening: {
    title: t("Evening Reflection"),
    message: t("Take a moment to reflect on your day and prepare for rest."),
  },
};

export type Notification = {
  id: string;
  title: string;
  message: string;
  type: ReminderKind;
  /** ISO 8601. */
  time: string;
  read: boolean;
};

export function notificationOf({ id, kind, at, read }: SentReminder): Notification {
  return { id, ...REMINDER_TEXTS[kind], type: kind, time: at.toISOString(), read };
}
