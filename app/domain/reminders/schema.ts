import { z } from "zod";

/** `/notifications`: reading marks. `back` says which page to show again. */
export const NotificationsSchema = z.object({
  intent: z.enum(["read", "read-all"], "Please use one of the buttons of this page."),
  id: z.string().max(40).optional().default(""),
  back: z.enum(["/notifications", "/dashboard"]).catch("/notifications"),
});

/** `POST /api/reminders` carries nothing. */
export const ReminderCallSchema = z.object({});
