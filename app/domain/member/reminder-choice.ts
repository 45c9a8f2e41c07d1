/** The two kinds of reminder (type). */
export const REMINDER_KINDS = ["morning", "evening"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** What a person wants to be reminded of, and how. */
export type ReminderChoice = {
  morning: boolean;
  evening: boolean;
  /** A short message on the page that is open, and the list of notifications. */
  inApp: boolean;
  email: boolean;
  /** To the devices that have been added. */
  push: boolean;
  /** Days of the week without reminders; 0 is Sunday. */
  quietDays: number[];
};

/** @internal Exported for tests. */
export const USUAL_REMINDERS: ReminderChoice = {
  morning: true,
  evening: true,
  inApp: true,
  email: false,
  push: false,
  quietDays: [],
};

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
