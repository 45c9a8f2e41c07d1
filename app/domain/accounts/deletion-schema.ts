import { z } from "zod";
import { EXPORT_FORMATS } from "~/domain/portability/formats";
import { deletionSchemaWords } from "~/words/accounts/deletion-schema";
import { DELETE_WORD } from "./deletion";
import { currentPassword } from "./settings-schema";

const word = z
  .string({ error: deletionSchemaWords.typeTheWord({ deleteWord: DELETE_WORD }) })
  .refine(
    (text) => text.trim().toLowerCase() === DELETE_WORD,
    deletionSchemaWords.typeTheWord({ deleteWord: DELETE_WORD }),
  );

/** `/settings/delete` */
export const DeleteSchema = z.object({ currentPassword, word });

/** `/leaving`: taking it back, or taking the journal along. */
export const LeavingSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("undo") }),
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, deletionSchemaWords.chooseAFormat),
    currentPassword,
  }),
]);
