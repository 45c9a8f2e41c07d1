import { z } from "zod";
import { DataSchema } from "~/domain/portability/data-schema";
import { DELETE_WORD } from "./deletion";
import { currentPassword } from "./settings-schema";

const word = z
  .string({ error: `Please type the word “${DELETE_WORD}”.` })
  .refine((text) => text.trim().toLowerCase() === DELETE_WORD, `Please type the word “${DELETE_WORD}”.`);

/** `/settings/delete` */
export const DeleteSchema = z.object({ currentPassword, word });

/** `/leaving`: taking it back, or the export of `/settings/data`. */
export const LeavingSchema = z.union([z.object({ intent: z.literal("undo") }), DataSchema]);
