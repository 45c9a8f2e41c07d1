import { z } from "zod";
import { FIELD_MESSAGES as M } from "~/domain/identity/texts";

const MAX_PASSWORD_BYTES = 1024;

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

type Passwords = { password?: unknown; confirmPassword?: unknown };

/** Shown on confirmPassword, also while other fields have mistakes. */
export const passwordsMatch = {
  check: (value: Passwords) =>
    typeof value.password !== "string" ||
    typeof value.confirmPassword !== "string" ||
    value.confirmPassword === "" ||
    value.password.normalize("NFC") === value.confirmPassword.normalize("NFC"),
  options: { error: M.confirmDiffers, path: ["confirmPassword"], when: () => true },
};

/** The password that someone has, asked for again before what can lock them out. */
export const currentPassword = z
  .string({ error: M.passwordRequired })
  .min(1, M.passwordRequired)
  .refine(isShortEnough, M.passwordLong);
