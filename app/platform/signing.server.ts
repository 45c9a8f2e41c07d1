import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { secrets } from "./secrets.server";

/** An unguessable random identifier, base64url: 32 bytes for bearer secrets, 16 for record ids. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** The stored form of a bearer secret: SHA-256, base64url. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Signs `value` for one `purpose` with the newest session secret. */
export function sign(purpose: string, value: string): string {
  return createHmac("sha256", secrets.session[0] ?? "")
    .update(`${purpose}\n${value}`)
    .digest("base64url");
}

/** Whether `signature` is valid for this purpose and value with any current session secret. */
export function isSigned(purpose: string, value: string, signature: string): boolean {
  const actual = Buffer.from(signature);
  return secrets.session.some((secret) => {
    const expected = Buffer.from(
      createHmac("sha256", secret).update(`${purpose}\n${value}`).digest("base64url"),
    );
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}

/** The secrets for signed cookies, newest first. */
export const cookieSecrets: string[] = [...secrets.session];
