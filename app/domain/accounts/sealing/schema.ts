import { z } from "zod";
import { currentPassword } from "~/domain/identity/account-fields";
import { CODE_TEXTS } from "~/domain/identity/texts";

/** Longer than a code with every dash doubled; anything longer is not a code. */
const MOST_LETTERS = 80;

/** What `/settings/security/seal` takes; each intent with its own fields. */
export const SealSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("seal"), currentPassword }),
  z.object({
    intent: z.literal("confirm"),
    code: z
      .string({ error: CODE_TEXTS.required })
      .trim()
      .min(1, CODE_TEXTS.required)
      .max(MOST_LETTERS, CODE_TEXTS.wrong),
  }),
  z.object({ intent: z.literal("newcodes"), currentPassword }),
  z.object({ intent: z.literal("unseal"), currentPassword }),
  z.object({ intent: z.literal("keep") }),
]);
