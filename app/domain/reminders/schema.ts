import { z } from "zod";
import { REMINDERS } from "~/domain/member/preferences";
import { formSchemas } from "~/domain/member/setting-schemas";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** `/notifications`: marks as read. `back` is the page to return to. */
export const NotificationsSchema = z.object({
  intent: z.enum(["read", "read-all"], t("Please use one of the buttons on this page.")),
  id: z.string().max(40).optional().default(""),
  back: z.enum([paths.notifications(), paths.dashboard()]).catch(paths.notifications()),
});

/** `POST /api/reminders` has no fields. */
export const ReminderCallSchema = z.object({});

/** The fields without `push`, because a separate form enables push for each device. */
const reminderFields = z.object(formSchemas(REMINDERS)).omit({ push: true });
export type ReminderInput = z.output<typeof reminderFields>;

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

/** Keys of a push subscription, base64url: a curve point (`p256dh`) and sixteen bytes (`auth`). */
const base64url = (min: number, max: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .min(min)
    .max(max);

/** `/settings/reminders` */
export const RemindersSchema = z.discriminatedUnion("intent", [
  reminderFields.extend({ intent: z.literal("save") }),
  z.object({ intent: z.literal("test") }),
  z.object({ intent: z.literal("calendar") }),
  z.object({ intent: z.literal("no-calendar") }),
  z.object({
    intent: z.literal("push"),
    endpoint: z.string().max(1_000).refine(isPushService, t("We do not know this browser’s push service.")),
    p256dh: base64url(80, 100),
    auth: base64url(20, 30),
  }),
  z.object({ intent: z.literal("no-push"), device: z.string().max(64) }),
]);
