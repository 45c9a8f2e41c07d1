import { z } from "zod";

const NOTE_LONG = "Please keep the note to 1,000 characters.";

/** What the page of an alert takes. */
export const AlertMoveSchema = z
  .object({
    intent: z.enum(["acknowledge", "note", "resolve"], "Please use the buttons of this page."),
    note: z.string().trim().max(1000, NOTE_LONG).default(""),
  })
  .refine(({ intent, note }) => intent !== "note" || note !== "", {
    path: ["note"],
    error: "Please write the note first.",
  });

const THRESHOLD = "Please give a number from 0 to 1,000,000.";

/** What the page of a rule takes; boxes that are not ticked are not sent. */
export const AlertRuleSchema = z.object({
  intent: z.literal("save", "Please use the button of this page."),
  threshold: z.coerce.number(THRESHOLD).min(0, THRESHOLD).max(1_000_000, THRESHOLD),
  enabled: z.literal("on").optional(),
  mail: z.literal("on").optional(),
});
