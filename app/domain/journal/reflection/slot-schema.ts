import { z } from "zod";
import { answerFields, draftFields, pageFields } from "~/domain/journal/entries/fields";
import { TONES } from "~/domain/journal/prompt-sets/lectio-examen/lectio-questions";
import { t } from "~/i18n/t";

/** The reflection of a slot: one field per answer key, and what its movements need besides. */
export const SlotSchema = z.object({
  intent: z.enum(["draft", "next", "back", "finish", "swap", "silence", "removePicture"]).default("draft"),
  ...draftFields,
  ...answerFields,
  mood: pageFields.mood,
  /** The movement that the form shows, or all of them. */
  step: z.string().max(20).optional(),
  all: z.literal("1").optional().catch(undefined),
  /** Saves, and goes to a movement, to all of them on one page, or to other questions. */
  goto: z.string().max(40).optional(),
  /** The variant that the form was shown with. */
  variant: z.string().max(600).optional(),
  verse: z.string().max(12).optional(),
  tone: z.enum(TONES).optional().catch(undefined),
  minutes: z.coerce.number().int().min(1).max(20).catch(5),
});
export type SlotInput = z.output<typeof SlotSchema>;

/** The question was changed as often as it may be. */
export const NO_MORE_SWAPS = {
  title: t("This question stays"),
  text: t("You have changed it three times. You may also write about something else: the page is yours."),
} as const;
