import { z } from "zod";
import { answerFields, draftFields, pageFields } from "~/domain/journal/entries/schema";
import { TONES } from "~/domain/journal/prompt-sets/lectio-questions";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/own-prompt";
import { t } from "~/i18n/t";
import { LAYOUT_FIELDS, type LayoutField } from "./layout-fields";

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

const slot = z.enum(["morning", "evening"], t("Please choose one of these."));
const part = z
  .string()
  .max(80, t("Please choose one of these."))
  .optional()
  .transform((value) => value ?? "");

/** What `/settings/prayer/shape` takes. */
export const LayoutSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    slot,
    ...(Object.fromEntries(LAYOUT_FIELDS.map((name) => [name, part])) as Record<LayoutField, typeof part>),
  }),
  z.object({ intent: z.literal("clear"), slot }),
]);

/** The message beside a place that cannot be kept; if the plan does not hold it, the prompt set's own message. */
export const LAYOUT_REFUSALS = {
  unknown: { status: 400, text: t("This question is no longer here. Please choose another.") },
  twice: { status: 400, text: t("You have chosen this question above. Please choose another, or none.") },
} as const;

/** What `/journal/prompts` takes; each intent with its own fields. */
const text = z
  .string({ error: t("Please write your question.") })
  .trim()
  .min(3, t("Please write your question."))
  .max(
    OWN_PROMPT_LENGTH,
    t("Please keep the question under {ownPrompt} characters.", { ownPrompt: OWN_PROMPT_LENGTH }),
  )
  .transform((value) => value.replace(/\s+/g, " "));
const promptSlot = z.enum(["any", "morning", "evening"]).default("any");
const id = z.string().max(64);

export const OwnPromptFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), text, slot: promptSlot }),
  z.object({ intent: z.literal("edit"), id, text, slot: promptSlot }),
  z.object({ intent: z.enum(["on", "off", "remove", "use"]), id }),
]);

export const OWN_PROMPT_REFUSALS = {
  too_many: {
    title: t("There is no room for more"),
    text: t("You already have a hundred questions of your own. Please remove one first."),
  },
} as const;
