import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secrets } from "./secrets.server";

/** A random identifier that cannot be guessed: 32 bytes for bearer secrets, 16 for record ids. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** What is stored of a bearer secret. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Signs `value` for one `purpose` with the newest session secret. */
export function sign(purpose: string, value: string): string {
  return createHmac("sha256", secrets.session[0] ?? "")
    .update(`${purpose}\n${value}`)
    .digest("base64url");
}

/** Whether `signature` was made for this purpose and value with any current session secret. */
export function isSigned(purpose: string, value: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return secrets.session.some((secret) => {
    const expected = Buffer.from(
      createHmac("sha256", secret).update(`${purpose}\n${value}`).digest("base64url"),
    );
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** The secrets for signed cookies, newest first. */
export const cookieSecrets: string[] = [...secrets.session];
