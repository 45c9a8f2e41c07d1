import { z } from "zod";
import { alertSchemaWords } from "~/words/admin/alert-schema";

const NOTE_LONG = alertSchemaWords.pleaseKeepTheNoteTo1;

/** What the page of an alert takes. */
export const AlertMoveSchema = z
  .object({
    intent: z.enum(["acknowledge", "note", "resolve"], alertSchemaWords.pleaseUseTheButtons),
    note: z.string().trim().max(1000, NOTE_LONG).default(""),
  })
  .refine(({ intent, note }) => intent !== "note" || note !== "", {
    path: ["note"],
    error: alertSchemaWords.pleaseWriteTheNoteFirst,
  });

const THRESHOLD = alertSchemaWords.pleaseGiveANumberFrom0;

/** What the page of a rule takes; boxes that are not ticked are not sent. */
export const AlertRuleSchema = z.object({
  intent: z.literal("save", alertSchemaWords.pleaseUseTheButton),
  threshold: z.coerce.number(THRESHOLD).min(0, THRESHOLD).max(1_000_000, THRESHOLD),
  enabled: z.literal("on").optional(),
  mail: z.literal("on").optional(),
});
