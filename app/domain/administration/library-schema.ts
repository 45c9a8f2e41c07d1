import { z } from "zod";
import { CATEGORIES } from "~/domain/journal/prompts/prompt";
import { SEASONS } from "~/domain/scripture/church-year";

/** A prompt that an operator adds to the library. */
export const PromptSchema = z.object({
  category: z.enum(CATEGORIES, "Please choose a category."),
  slot: z.enum(["morning", "evening", "any"], "Please choose a time of day."),
  depth: z.coerce
    .number("Please choose a depth.")
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], "Please choose a depth.")),
  season: z.enum(SEASONS, "Please choose a season, or none.").optional(),
  text: z
    .string("Please write the question.")
    .trim()
    .min(10, "Please write a question of ten characters or more.")
    .max(300, "Please keep the question to 300 characters."),
});
export type PromptInput = z.output<typeof PromptSchema>;

const reference = z.string().trim().min(3, "Please give a reference.").max(60, "That is no reference.");

/** The file that the library is taken along in. */
export const LibraryFileSchema = z.object({
  format: z.literal("still-and-know-library"),
  version: z.literal(1),
  added: z.array(PromptSchema).max(1000),
  retired: z.array(z.string().max(40)).max(1000),
  passages: z.array(z.object({ reference, replacement: reference })).max(1000),
});
export type LibraryFile = z.output<typeof LibraryFileSchema>;

/** What the page of prompts takes. */
export const LibraryActionSchema = z.discriminatedUnion(
  "intent",
  [
    PromptSchema.extend({ intent: z.literal("add") }),
    z.object({ intent: z.literal("retire"), id: z.string().max(40) }),
    z.object({ intent: z.literal("return"), id: z.string().max(40) }),
    z.object({ intent: z.literal("replace"), reference, replacement: reference }),
    z.object({ intent: z.literal("restore"), reference }),
    z.object({ intent: z.literal("import"), library: z.string().max(200_000, "That is too long.") }),
  ],
  "Please use the buttons of this page.",
);

/** What the page of one added prompt takes. */
export const EditPromptSchema = z.discriminatedUnion(
  "intent",
  [PromptSchema.extend({ intent: z.literal("save") }), z.object({ intent: z.literal("remove") })],
  "Please use the buttons of this page.",
);
