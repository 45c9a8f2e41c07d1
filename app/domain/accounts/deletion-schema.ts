import { z } from "zod";
import { EXPORT_FORMATS } from "~/domain/portability/formats";
import { t } from "~/i18n/t";
import { DELETE_WORD } from "./deletion";
import { currentPassword } from "./settings-schema";

const word = z
  .string({ error: t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }) })
  .refine(
    (text) => text.trim().toLowerCase() === DELETE_WORD,
    t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }),
  );

/** `/settings/delete` */
export const DeleteSchema = z.object({ currentPassword, word });

/** `/leaving`: taking it back, or taking the journal along. */
export const LeavingSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("undo") }),
  z.object({
    intent: z.literal("export"),
    format: z.enum(EXPORT_FORMATS, t("Please choose one of these.")),
    currentPassword,
  }),
]);
