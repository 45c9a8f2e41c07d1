import { z } from "zod";
import { currentPassword } from "~/domain/identity/passwords/password-fields";
import { t } from "~/i18n/t";
import { KEY_SCOPES } from "./access-key";

const NAME_MISSING = t("Please give the key a name, so that you know it again.");
const LONGEST_NAME = 60;

/** What `/settings/data/keys` takes. */
export const KeysSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: z
      .string(NAME_MISSING)
      .trim()
      .min(1, NAME_MISSING)
      .max(LONGEST_NAME, t("Please keep the name under {limit} characters.", { limit: LONGEST_NAME }))
      .refine((name) => !/\p{Cc}/u.test(name), t("Please keep the name on one line.")),
    scope: z.enum(KEY_SCOPES, t("Please choose one of these.")),
    currentPassword,
  }),
  z.object({ intent: z.literal("revoke"), keyId: z.string().regex(/^[\w-]{1,64}$/) }),
]);
