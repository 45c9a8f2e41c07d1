import { z } from "zod";
import { t } from "~/i18n/t";

/** What System health takes. */
export const HealthSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("mail") }),
    z.object({ intent: z.literal("ai") }),
    z.object({ intent: z.literal("job"), job: z.string().max(80) }),
  ],
  t("Please use the buttons on this page."),
);
