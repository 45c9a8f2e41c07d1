import { z } from "zod";
import { PASSKEYS } from "~/domain/accounts/texts";
import { currentPasswordField } from "~/domain/identity/account-fields";
import { checkbox } from "~/domain/member/setting-schemas";
import { t } from "~/i18n/t";

/** Limit for request bodies with a passkey, far above their real size. */
export const MAX_PASSKEY_BODY_BYTES = 16 * 1024;

const NAME_MISSING = t("Please give the passkey a name, so that you know it again.");
const UNREADABLE = t("The browser’s answer could not be read. Please try again.");

const base64url = (longest: number) =>
  z
    .string(UNREADABLE)
    .max(longest, UNREADABLE)
    .regex(/^[\w-]+$/, UNREADABLE);
/** Credential ids have at most 1,023 bytes. */
const keyId = base64url(1_364);
const clientDataJSON = base64url(4_096);
const credentialFields = { id: keyId, rawId: keyId, type: z.literal("public-key", UNREADABLE) };

const name = z
  .string(NAME_MISSING)
  .trim()
  .min(1, NAME_MISSING)
  .max(PASSKEYS.name, t("Please keep the name under {limit} characters.", { limit: PASSKEYS.name }))
  .refine((text) => !/\p{Cc}/u.test(text), t("Please keep the name on one line."));

/** `POST /api/passkeys/options`. Validates the name before the authenticator creates a passkey. */
export const NewPasskeyOptionsSchema = z.object({ name, currentPassword: currentPasswordField });

/** `POST /api/passkeys`: a name and the result of `navigator.credentials.create`. */
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

/** Result of `navigator.credentials.get`. */
const proof = {
  credential: z.object(
    {
      ...credentialFields,
      response: z.object(
        {
          clientDataJSON,
          authenticatorData: base64url(4_096),
          signature: base64url(2_048),
          // Security keys without resident credentials omit it; they are not supported.
          userHandle: base64url(88),
        },
        UNREADABLE,
      ),
    },
    UNREADABLE,
  ),
  /** PRF output for a sealed journal, 32 bytes, if the authenticator supports it. */
  computed: z
    .string(UNREADABLE)
    .regex(/^[\w-]{43}$/, UNREADABLE)
    .transform((text) => Buffer.from(text, "base64url"))
    .optional(),
};

/** `POST /api/passkeys/journal` */
export const PasskeyProofSchema = z.object(proof);
export type PasskeyProof = z.output<typeof PasskeyProofSchema>;

/** `POST /api/auth/passkey`: an assertion and the fields of the sign-in form. */
export const PasskeySignInSchema = z.object({
  ...proof,
  rememberMe: checkbox,
  redirectTo: z.string().max(1_000).optional().catch(undefined),
});
export type PasskeyCredential = PasskeyProof["credential"];

/** `POST /api/lock` with a passkey. */
export const PasskeyUnlockSchema = z.object({
  ...proof,
  intent: z.literal("passkey"),
  owner: z.string().max(64),
});

const named = { passkeyId: z.string().regex(/^[\w-]{1,64}$/), currentPassword: currentPasswordField };

/** `POST /api/passkeys/journal/options`: the passkey that shall open the sealed journal. */
export const JournalPasskeySchema = z.object(named);

/** `/settings/security/passkeys`. `close` revokes the passkey's access to the sealed journal. */
export const PasskeyFormSchema = z.object({ intent: z.enum(["remove", "close"]), ...named });
