import { z } from "zod";
import { canonicalEmail } from "~/domain/identity/email";
import { CODE_TEXTS, FIELD_MESSAGES as M } from "~/domain/identity/texts";

/** The rules of sign-in and registration (docs/product.md#sign-in). An empty field counts as absent, by form and by JSON alike. */

const MAX_PASSWORD_BYTES = 1024;

export const emailField = z
  .string({ error: M.emailRequired })
  .trim()
  .min(1, { error: M.emailRequired, abort: true })
  .transform((raw, context) => {
    const email = canonicalEmail(raw);
    if (email !== undefined) return email;
    context.addIssue({ code: "custom", message: M.emailInvalid });
    return z.NEVER;
  });

export const isShortEnough = (password: string) =>
  new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES;

/** A password that may be chosen: for registration, change and reset. Never trimmed or folded. */
export const newPasswordField = z
  .string({ error: M.passwordShort })
  .refine(isShortEnough, { error: M.passwordLong, abort: true })
  .min(8, M.passwordShort)
  .regex(/\p{Lu}/u, M.passwordUppercase)
  .regex(/\d/, M.passwordNumber);

export const confirmField = z.string({ error: M.confirmRequired }).min(1, M.confirmRequired);

export const usernameField = z
  .string({ error: M.usernameRequired })
  .min(1, { error: M.usernameRequired, abort: true })
  .min(3, M.usernameShort)
  .max(30, M.usernameLong)
  .regex(/^\w*$/, M.usernameCharacters);

export const checkbox = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

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
  /** The secret of an invitation; longer than any is none. */
  invitation: z.string().trim().max(200).optional().catch("unknown"),
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  confirmPassword: confirmField,
};

type Passwords = { password?: unknown; confirmPassword?: unknown };

/** Shown on confirmPassword, also while other fields have mistakes. */
export const passwordsMatch = {
  check: (value: Passwords) =>
    typeof value.password !== "string" || !value.confirmPassword || value.password === value.confirmPassword,
  options: { error: M.confirmDiffers, path: ["confirmPassword"], when: () => true },
};

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

/** A new password, typed twice, by a mailed link; with a recovery code where the journal is sealed. */
export const NewPasswordSchema = z
  .object({
    password: newPasswordField,
    confirmPassword: confirmField,
    recoveryCode: z.string().trim().max(80, CODE_TEXTS.wrong).optional(),
  })
  .refine(passwordsMatch.check, passwordsMatch.options);

export const AskForResetSchema = z.object({ email: emailField });
