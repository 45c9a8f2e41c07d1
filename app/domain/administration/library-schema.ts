import { z } from "zod";
import { CATEGORIES } from "~/domain/journal/prompts/prompt";
import { librarySchemaWords } from "~/words/admin/library-schema";
import { SEASONS } from "~/domain/scripture/church-year";

/** A prompt that an operator adds to the library. */
export const PromptSchema = z.object({
  category: z.enum(CATEGORIES, librarySchemaWords.pleaseChooseACategory),
  slot: z.enum(["morning", "evening", "any"], librarySchemaWords.pleaseChooseATimeOfDay),
  depth: z.coerce
    .number(librarySchemaWords.pleaseChooseADepth)
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], librarySchemaWords.pleaseChooseADepth)),
  season: z.enum(SEASONS, librarySchemaWords.pleaseChooseASeasonOrNone).optional(),
  text: z
    .string(librarySchemaWords.pleaseWriteTheQuestion)
    .trim()
    .min(10, librarySchemaWords.pleaseWriteAQuestionOfTen)
    .max(300, librarySchemaWords.pleaseKeepTheQuestionTo300),
});
export type PromptInput = z.output<typeof PromptSchema>;

const reference = z
  .string()
  .trim()
  .min(3, librarySchemaWords.pleaseGiveAReference)
  .max(60, librarySchemaWords.thatIsNoReference);

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
    z.object({
      intent: z.literal("import"),
      library: z.string().max(200_000, librarySchemaWords.thatIsTooLong),
    }),
  ],
  librarySchemaWords.pleaseUseTheButtons,
);

/** What the page of one added prompt takes. */
export const EditPromptSchema = z.discriminatedUnion(
  "intent",
  [PromptSchema.extend({ intent: z.literal("save") }), z.object({ intent: z.literal("remove") })],
  librarySchemaWords.pleaseUseTheButtons,
);
