import { z } from "zod";
import * as addresses from "~/addresses";
import { t } from "~/i18n/t";
import { isPushService } from "./push-services";

/** `/notifications`: reading marks. `back` says which page to show again. */
export const NotificationsSchema = z.object({
  intent: z.enum(["read", "read-all"], t("Please use one of the buttons on this page.")),
  id: z.string().max(40).optional().default(""),
  back: z.enum([addresses.notifications(), addresses.dashboard()]).catch(addresses.notifications()),
});

/** `POST /api/reminders` carries nothing. */
export const ReminderCallSchema = z.object({});

const ticked = z
  .literal("on", t("Please tick the box or leave it empty."))
  .optional()
  .transform((value) => value === "on");

/** Ticked days of the week, 0 to 6: one field, or many of one name. */
const days = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()))
  .refine(
    (list) => list.length <= 7 && list.every((day) => /^[0-6]$/.test(day)),
    t("Please choose from the days listed."),
  )
  .transform((list) => [...new Set(list.map(Number))].sort());

const choice = { morning: ticked, evening: ticked, inApp: ticked, email: ticked, quietDays: days };
export type ReminderInput = z.output<z.ZodObject<typeof choice>>;

/** Keys of a subscription, base64url: a point of the curve and sixteen bytes. */
const base64url = (least: number, most: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .min(least)
    .max(most);

/** `/settings/reminders`, each intent with its own fields. */
export const RemindersSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...choice }),
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
