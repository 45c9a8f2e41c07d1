import { textsWords } from "~/words/reminders/texts";
import type { GivenReminder, ReminderKind } from "./choice";

/** Seed section 9, "Reminder toasts", word for word. */
export const REMINDER_TEXTS: Record<ReminderKind, { title: string; message: string }> = {
  morning: {
    title: textsWords.morningReflection,
    message: textsWords.morningReflectionMessage,
  },
  evening: {
    title: textsWords.eveningReflection,
    message: textsWords.eveningReflectionMessage,
  },
};

/** Where a reminder leads. */
export const reflectionOf = (kind: ReminderKind) => `/journal/${kind}`;

/** Seed section 3, "Notification". */
export type Notification = {
  id: string;
  title: string;
  message: string;
  type: ReminderKind;
  /** ISO 8601. */
  time: string;
  read: boolean;
};

/** A reminder as people see it. */
export function notificationOf({ id, kind, at, read }: GivenReminder): Notification {
  return { id, ...REMINDER_TEXTS[kind], type: kind, time: at.toISOString(), read };
}
