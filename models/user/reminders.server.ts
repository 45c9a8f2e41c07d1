import { Schema } from "mongoose";
import {
  REMINDER_KINDS,
  REMINDERS,
  type GivenReminder,
  type ReminderChoice,
} from "~/domain/member/preferences";
import { settingFields } from "./setting-fields.server";

/** What a person has chosen, and when the next reminder by mail or push is due; without a time nothing is sent. */
type Reminders = ReminderChoice & { nextAt?: Date };

/** The private address of the calendar feed: found by its hash, shown again from what is sealed with the data key. */
type CalendarFeed = { hash: string; sealed: Buffer; madeAt: Date };

export type RemindersPart = {
  reminders: Reminders;
  /** The last reminders given, oldest first, with their read marks. */
  notifications: GivenReminder[];
  calendarFeed: CalendarFeed | null;
};

const reminders = new Schema<Reminders>(
  {
    ...settingFields(REMINDERS),
    nextAt: { type: Date },
  },
  { _id: false },
);
const notification = new Schema<GivenReminder>(
  { id: String, kind: { type: String, enum: REMINDER_KINDS }, date: String, at: Date, read: Boolean },
  { _id: false },
);
const calendarFeed = new Schema<CalendarFeed>({ hash: String, sealed: Buffer, madeAt: Date }, { _id: false });

export const remindersPart = new Schema<RemindersPart>(
  {
    reminders: { type: reminders, default: () => ({}) },
    notifications: { type: [notification], default: [] },
    calendarFeed: { type: calendarFeed, default: null },
  },
  { _id: false },
);
remindersPart.index({ "calendarFeed.hash": 1 });
// Of many users only those whose reminder is due.
remindersPart.index(
  { "reminders.nextAt": 1 },
  { partialFilterExpression: { "reminders.nextAt": { $gt: new Date(0) } } },
);
