import { z } from "zod";
import { t } from "~/i18n/t";

const NOTE_LONG = t("Please keep the note under 1,000 characters.");

/** What the page of an alert takes. */
export const AlertMoveSchema = z
  .object({
    intent: z.enum(["acknowledge", "note", "resolve"], t("Please use the buttons on this page.")),
    note: z.string().trim().max(1000, NOTE_LONG).default(""),
  })
  .refine(({ intent, note }) => intent !== "note" || note !== "", {
    path: ["note"],
    error: t("Please write the note first."),
  });

const THRESHOLD = t("Please enter a number from 0 to 1,000,000.");

/** What the page of a rule takes; boxes that are not ticked are not sent. */
export const AlertRuleSchema = z.object({
  intent: z.literal("save", t("Please use the button on this page.")),
  threshold: z.coerce.number(THRESHOLD).min(0, THRESHOLD).max(1_000_000, THRESHOLD),
  enabled: z.literal("on").optional(),
  mail: z.literal("on").optional(),
});
