import { onOrOff, usualOf, weekdays, type SettingsOf } from "./setting";

/** The two kinds of reminder (type). */
export const REMINDER_KINDS = ["morning", "evening"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** What a person wants to be reminded of, and how. */
export const REMINDERS = {
  morning: onOrOff(true),
  evening: onOrOff(true),
  /** A short message on the page that is open, and the list of notifications. */
  inApp: onOrOff(true),
  email: onOrOff(false),
  /** To the devices that have been added. */
  push: onOrOff(false),
  /** Without reminders. */
  quietDays: weekdays(),
};
export type ReminderChoice = SettingsOf<typeof REMINDERS>;

/** @internal Exported for tests. */
export const USUAL_REMINDERS: ReminderChoice = usualOf(REMINDERS);

/** A reminder that was given; title and message follow from its kind. */
export type GivenReminder = {
  /** "2026-11-21-morning": one of each kind a day. */
  id: string;
  kind: ReminderKind;
  /** The local day, YYYY-MM-DD. */
  date: string;
  at: Date;
  read: boolean;
};
