import type { ReminderKind, SentReminder } from "~/domain/member/preferences";
import { t } from "~/i18n/t";

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

/** `unreached`: the last message failed; `given-up`: reminders are no longer sent to the device. */
export type DeviceReach = "reached" | "unreached" | "given-up";

/** Push services of common browsers. The server sends to no other host, whatever a browser submits. */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const HOST_ENDINGS = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/** Whether a URL belongs to a known push service, over https on the default port. */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return HOSTS.includes(hostname) || HOST_ENDINGS.some((ending) => hostname.endsWith(ending));
}
