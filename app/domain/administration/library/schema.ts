import { z } from "zod";
import { SEASONS } from "~/domain/calendar/church-year";
import { CATEGORIES } from "~/domain/journal/prompts/prompt-categories";
import { t } from "~/i18n/t";

const PromptSchema = z.object({
  category: z.enum(CATEGORIES, t("Please choose a category.")),
  slot: z.enum(["morning", "evening", "any"], t("Please choose a time of day.")),
  depth: z.coerce
    .number(t("Please choose a depth."))
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], t("Please choose a depth."))),
  season: z.enum(SEASONS, t("Please choose a season, or none.")).optional(),
  text: z
    .string(t("Please write the question."))
    .trim()
    .min(10, t("Please write a question of at least ten characters."))
    .max(300, t("Please keep the question under 300 characters.")),
});
export type PromptInput = z.output<typeof PromptSchema>;

const reference = z
  .string()
  .trim()
  .min(3, t("Please enter a reference."))
  .max(60, t("That is not a reference."));

export const LibraryFileSchema = z.object({
  format: z.literal("still-and-know-library"),
  version: z.literal(1),
  added: z.array(PromptSchema).max(1000),
  retired: z.array(z.string().max(40)).max(1000),
  passages: z.array(z.object({ reference, replacement: reference })).max(1000),
});
export type LibraryFile = z.output<typeof LibraryFileSchema>;

/** Posts of the page of prompts. */
export const LibraryActionSchema = z.discriminatedUnion(
  "intent",
  [
    PromptSchema.extend({ intent: z.literal("add") }),
    z.object({ intent: z.literal("retire"), id: z.string().max(40) }),
    z.object({ intent: z.literal("return"), id: z.string().max(40) }),
    z.object({ intent: z.literal("replace"), reference, replacement: reference }),
    z.object({ intent: z.literal("restore"), reference }),
    z.object({
      intent: z.literal("import"),
      library: z.string().max(200_000, t("That is too long.")),
    }),
  ],
  t("Please use the buttons on this page."),
);

/** Posts of the page of an added prompt. */
export const EditPromptSchema = z.discriminatedUnion(
  "intent",
  [PromptSchema.extend({ intent: z.literal("save") }), z.object({ intent: z.literal("remove") })],
  t("Please use the buttons on this page."),
);
