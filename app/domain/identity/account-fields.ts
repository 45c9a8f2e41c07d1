import { z } from "zod";
import { FIELD_MESSAGES as M } from "./texts";

/** A practical check, not RFC 5322: one @, a local part without spaces, a domain of at least two labels. */
const LOCAL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u;
const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.[a-z][a-z0-9-]{0,62}$/;

/**
 * An email address in stored form: trimmed, with the domain in lower case and ASCII (IDNA). Undefined if invalid. The case of
 * the local part is preserved; `emailKey` decides equality.
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

/** Unique key of an email address, case-insensitive. */
export function emailKey(canonical: string): string {
  return canonical.toLowerCase();
}

/** Email address without its +tag: "ann+shop@" and "ann+news@" are one mailbox. For rate limits only, never for identity. */
export function mailboxOf(canonical: string): string {
  return emailKey(canonical).replace(/\+[^@]*(?=@)/, "");
}

const MAX_PASSWORD_BYTES = 1024;

export const isPasswordShortEnough = (password: string) =>
  new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES;

/** Schema of a new password for registration, change and reset. Never trimmed or case-folded. */
export const newPasswordField = z
  .string({ error: M.passwordShort })
  .refine(isPasswordShortEnough, { error: M.passwordLong, abort: true })
  .min(8, M.passwordShort)
  .regex(/\p{Lu}/u, M.passwordUppercase)
  .regex(/\d/, M.passwordNumber);

export const confirmPasswordField = z.string({ error: M.confirmRequired }).min(1, M.confirmRequired);

type Passwords = { password?: unknown; confirmPassword?: unknown };

/** Refinement: an error on confirmPassword, also if other fields are invalid. */
export const passwordsMatch = {
  check: (value: Passwords) =>
    typeof value.password !== "string" ||
    typeof value.confirmPassword !== "string" ||
    value.confirmPassword === "" ||
    value.password.normalize("NFC") === value.confirmPassword.normalize("NFC"),
  options: { error: M.confirmDiffers, path: ["confirmPassword"], when: () => true },
};

/** The current password, for re-authentication. */
export const currentPasswordField = z
  .string({ error: M.passwordRequired })
  .min(1, M.passwordRequired)
  .refine(isPasswordShortEnough, M.passwordLong);

/** An empty field counts as missing, in forms and JSON. */
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
