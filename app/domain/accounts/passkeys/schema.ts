import { z } from "zod";
import { PASSKEYS } from "~/domain/accounts/texts";
import { currentPasswordField } from "~/domain/identity/account-fields";
import { checkbox } from "~/domain/member/setting-schemas";
import { t } from "~/i18n/t";

/** What a browser sends of a passkey weighs far less; more is not read. */
export const MAX_PASSKEY_BODY_BYTES = 16 * 1024;

const NAME_MISSING = t("Please give the passkey a name, so that you know it again.");
const UNREADABLE = t("The browser’s answer could not be read. Please try again.");

const base64url = (longest: number) =>
  z
    .string(UNREADABLE)
    .max(longest, UNREADABLE)
    .regex(/^[\w-]+$/, UNREADABLE);
/** Authenticators name their keys with at most 1,023 bytes. */
const keyId = base64url(1_364);
const clientDataJSON = base64url(4_096);
const credentialFields = { id: keyId, rawId: keyId, type: z.literal("public-key", UNREADABLE) };

const name = z
  .string(NAME_MISSING)
  .trim()
  .min(1, NAME_MISSING)
  .max(PASSKEYS.name, t("Please keep the name under {limit} characters.", { limit: PASSKEYS.name }))
  .refine((text) => !/\p{Cc}/u.test(text), t("Please keep the name on one line."));

/** What `POST /api/passkeys/options` takes: the name too, before anything is made that could then not be kept. */
export const NewPasskeyOptionsSchema = z.object({ name, currentPassword: currentPasswordField });

/** What `POST /api/passkeys` takes: a name, and what `navigator.credentials.create` has answered. */
export const NewPasskeySchema = z.object({
  name,
  credential: z.object(
    {
      ...credentialFields,
      response: z.object(
        {
          clientDataJSON,
          attestationObject: base64url(MAX_PASSKEY_BODY_BYTES),
          transports: z
            .array(z.string().regex(/^[a-z-]{1,20}$/), UNREADABLE)
            .max(8, UNREADABLE)
            .catch([]),
        },
        UNREADABLE,
      ),
    },
    UNREADABLE,
  ),
});
export type NewPasskeyCredential = z.output<typeof NewPasskeySchema>["credential"];

/** What `navigator.credentials.get` has answered. */
const proof = {
  credential: z.object(
    {
      ...credentialFields,
      response: z.object(
        {
          clientDataJSON,
          authenticatorData: base64url(4_096),
          signature: base64url(2_048),
          // Some keys of an older kind say nothing here; they are none of ours.
          userHandle: base64url(88),
        },
        UNREADABLE,
      ),
    },
    UNREADABLE,
  ),
  /** What the passkey has computed for a sealed journal, 32 bytes, where the authenticator can (PRF). */
  computed: z
    .string(UNREADABLE)
    .regex(/^[\w-]{43}$/, UNREADABLE)
    .transform((text) => Buffer.from(text, "base64url"))
    .optional(),
};

/** What `POST /api/passkeys/journal` takes. */
export const PasskeyProofSchema = z.object(proof);
export type PasskeyProof = z.output<typeof PasskeyProofSchema>;

/** What `POST /api/auth/passkey` takes: a passkey's answer, and what the form says. */
export const PasskeySignInSchema = z.object({
  ...proof,
  rememberMe: checkbox,
  redirectTo: z.string().max(1_000).optional().catch(undefined),
});
export type PasskeyCredential = PasskeyProof["credential"];

/** What `POST /api/lock` takes of a page that a passkey is to open again. */
export const PasskeyUnlockSchema = z.object({
  ...proof,
  intent: z.literal("passkey"),
  owner: z.string().max(64),
});

const named = { passkeyId: z.string().regex(/^[\w-]{1,64}$/), currentPassword: currentPasswordField };

/** What `POST /api/passkeys/journal/options` takes: which passkey is to open the sealed journal too. */
export const JournalPasskeySchema = z.object(named);

/** What the forms on `/settings/security/passkeys` take; `close`: it no longer opens the sealed journal. */
export const PasskeyFormSchema = z.object({ intent: z.enum(["remove", "close"]), ...named });
