import * as addresses from "~/addresses";
import type { GivenReminder, ReminderKind } from "~/domain/member/reminder-choice";
import { t } from "~/i18n/t";

/** The reminders, word for word (docs/product.md#fixed-texts). */
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

/** Where a reminder leads. */
export const reflectionOf = (kind: ReminderKind) => addresses.reflection(kind);

/** A notification, as the list shows it. */
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
