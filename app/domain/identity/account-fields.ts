import { z } from "zod";
import { FIELD_MESSAGES as M } from "./texts";

/** A practical check: one @, a local part without spaces, a domain of two labels or more. */
const LOCAL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u;
const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.[a-z][a-z0-9-]{0,62}$/;

/**
 * An address as it is kept: trimmed, the domain in lower case and in its ASCII form. Undefined when invalid.
 * The local part stays as written; `emailKey` decides equality.
 */
export function canonicalEmail(raw: string): string | undefined {
  const address = raw.trim();
  const at = address.lastIndexOf("@");
  if (at < 1 || address.length > 254) return undefined;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (!LOCAL.test(local) || local.startsWith(".") || local.endsWith(".") || local.includes(".."))
    return undefined;
  return domain !== undefined && DOMAIN.test(domain) ? `${local}@${domain}` : undefined;
}

function asciiDomain(domain: string): string | undefined {
  if (!domain || /[\s/\\?#:@%]/.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  return new URL(`http://${domain}`).hostname;
}

/** Under this key an address is unique: people do not think of "Ann@" and "ann@" as two. */
export function emailKey(canonical: string): string {
  return canonical.toLowerCase();
}

/** The mailbox behind an address: "ann+shop@" and "ann+news@" reach the same one. For limits, never for who is who. */
export function mailboxOf(canonical: string): string {
  return emailKey(canonical).replace(/\+[^@]*(?=@)/, "");
}

const MAX_PASSWORD_BYTES = 1024;

export const isPasswordShortEnough = (password: string) =>
  new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES;

/** A password that may be chosen: for registration, change and reset. Never trimmed or folded. */
export const newPasswordField = z
  .string({ error: M.passwordShort })
  .refine(isPasswordShortEnough, { error: M.passwordLong, abort: true })
  .min(8, M.passwordShort)
  .regex(/\p{Lu}/u, M.passwordUppercase)
  .regex(/\d/, M.passwordNumber);

export const confirmPasswordField = z.string({ error: M.confirmRequired }).min(1, M.confirmRequired);

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
export const currentPasswordField = z
  .string({ error: M.passwordRequired })
  .min(1, M.passwordRequired)
  .refine(isPasswordShortEnough, M.passwordLong);

/** What several forms ask of a person. An empty field counts as absent, by form and by JSON alike. */
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

export const usernameField = z
  .string({ error: M.usernameRequired })
  .min(1, { error: M.usernameRequired, abort: true })
  .min(3, M.usernameShort)
  .max(30, M.usernameLong)
  .regex(/^\w*$/, M.usernameCharacters);
