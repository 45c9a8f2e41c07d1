import { z } from "zod";
import {
  confirmField,
  currentPassword,
  emailField,
  isShortEnough,
  newPasswordField,
  passwordsMatch,
  usernameField,
} from "~/domain/identity/account-fields";
import { LOCK_MINUTES } from "~/domain/identity/session-policy";
import { CODE_TEXTS, FIELD_MESSAGES as M } from "~/domain/identity/texts";
import { checkbox, CHOOSE } from "~/domain/member/setting-schemas";
import { instanceFields } from "~/domain/operations/instance-settings-schema";
import { PasskeyUnlockSchema } from "./passkeys/passkey";

/** The rules of sign-in and registration (docs/product.md#sign-in). */

export const LoginSchema = z.object({
  email: emailField,
  password: z
    .string({ error: M.passwordRequired })
    .min(1, { error: M.passwordRequired, abort: true })
    .refine(isShortEnough, M.passwordLong)
    .min(6, M.passwordLoginShort),
  rememberMe: checkbox,
  redirectTo: z.string().optional(),
});

/** The sign-in call: as the form, and the code of a two-step sign-in in the same body. */
export const LoginCallSchema = LoginSchema.extend({ code: z.string().trim().max(40).optional() });

const registration = {
  /** The secret of an invitation; one that is too long is invalid. */
  invitation: z.string().trim().max(200).optional().catch("unknown"),
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  confirmPassword: confirmField,
};

/** `/setup`: the first administrator, and the house. */
export const SetupSchema = z
  .object({
    email: emailField,
    username: usernameField,
    password: newPasswordField,
    confirmPassword: confirmField,
    ...instanceFields,
  })
  .refine(passwordsMatch.check, passwordsMatch.options);
export type SetupInput = z.output<typeof SetupSchema>;

/** The registration form. */
export const RegisterSchema = z
  .object({ ...registration, agreeToTerms: checkbox.refine((agreed) => agreed, M.termsRequired) })
  .refine(passwordsMatch.check, passwordsMatch.options);
export type RegisterInput = Omit<z.output<typeof RegisterSchema>, "agreeToTerms">;

/** The registration call: agreeToTerms is removed before sending, an empty confirmPassword is the password. */
export const RegisterCallSchema = z
  .looseObject({ password: z.unknown().optional(), confirmPassword: z.unknown().optional() })
  .transform((body) => ({ ...body, confirmPassword: body.confirmPassword || body.password }))
  .pipe(z.object(registration).refine(passwordsMatch.check, passwordsMatch.options));

export const ResendSchema = z.object({ email: emailField });

export const CodeSchema = z.object({
  code: z.string({ error: CODE_TEXTS.required }).trim().min(1, CODE_TEXTS.required).max(40),
});

/** The password of a sealed journal, after signing in without it. */
export const JournalPasswordSchema = LoginSchema.pick({ password: true });

/** What `/unlock` takes. */
export const UnlockSchema = LoginSchema.pick({ password: true }).extend({
  redirectTo: z.string().max(2000).optional(),
});

/** A new password, typed twice, by a mailed link; with a recovery code where the journal is sealed. */
export const NewPasswordSchema = z
  .object({
    password: newPasswordField,
    confirmPassword: confirmField,
    recoveryCode: z.string().trim().max(80, CODE_TEXTS.wrong).optional(),
    /** Gives the text of a sealed journal up, to begin again without it. */
    intent: z.literal("abandon").optional(),
  })
  .refine(passwordsMatch.check, passwordsMatch.options);

/** The button that removes what opens an account beside its new password. */
export const RemoveMethodSchema = z.object({
  intent: z.literal("removeMethod"),
  method: z.string().max(64),
});

export const AskForResetSchema = z.object({ email: emailField });

/** What `/settings/security` takes; each intent with its own fields. */
export const SecuritySchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("password"),
      currentPassword,
      password: newPasswordField,
      confirmPassword: confirmField,
    })
    .refine(passwordsMatch.check, passwordsMatch.options),
  z.object({ intent: z.literal("email"), currentPassword, email: emailField }),
  z.object({ intent: z.literal("end-session"), session: z.string().max(64) }),
  z.object({ intent: z.literal("end-others") }),
  z.object({
    intent: z.literal("lock-after"),
    lockAfter: z.enum(LOCK_MINUTES.map(String), CHOOSE).optional(),
  }),
  z.object({ intent: z.literal("link"), currentPassword }),
  z.object({ intent: z.literal("unlink") }),
]);

/** What `/settings/security/two-step` takes. */
export const TwoStepSchema = z.discriminatedUnion("intent", [
  CodeSchema.extend({ intent: z.literal("enable"), currentPassword, secret: z.string().max(64) }),
  z.object({ intent: z.literal("disable"), currentPassword }),
]);

/** What a page that covers itself asks of the server: whether its session is locked, to stay open, to be opened. */
export const LockCallSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stay") }),
  z.object({ intent: z.literal("ask"), owner: z.string().max(64) }),
  UnlockSchema.extend({ intent: z.literal("unlock"), owner: z.string().max(64) }),
  PasskeyUnlockSchema,
]);
