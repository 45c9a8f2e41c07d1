import { z } from "zod";
import { DAY } from "~/domain/calendar/durations";
import { currentPassword } from "~/domain/identity/passwords/password-fields";
import { t } from "~/i18n/t";

/** What a key lets a program do: read the journal, or add pages to it without reading any. */
export const KEY_SCOPES = ["read", "add"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** How many keys a person has at most, and how long each works. */
export const KEYS = { most: 10, days: 90, ms: 90 * DAY } as const;

/** What one person's programs may ask in an hour, all of their keys together. */
export const CALLS_AN_HOUR = 600;

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
