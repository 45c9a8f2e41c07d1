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
