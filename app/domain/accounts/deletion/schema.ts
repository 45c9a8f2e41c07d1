import { z } from "zod";
import { currentPassword } from "~/domain/identity/account-fields";
import { t } from "~/i18n/t";
import { DELETE_WORD } from "./deletion";

const word = z
  .string({ error: t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }) })
  .refine(
    (text) => text.trim().toLowerCase() === DELETE_WORD,
    t("Please type the word “{deleteWord}”.", { deleteWord: DELETE_WORD }),
  );

/** `/settings/delete` */
export const DeleteSchema = z.object({ currentPassword, word });
