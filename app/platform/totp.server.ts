import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, as every authenticator app has them. */
const STEP_SECONDS = 30;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => ALPHABET[byte & 31]).join("");
}

function decodeBase32(text: string): Buffer {
  let bits = "";
  for (const character of text.toUpperCase().replace(/[\s=]/g, "")) {
    bits += ALPHABET.indexOf(character).toString(2).padStart(5, "0");
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The time step of a moment. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

/** The code of one step. */
export function totpCode(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/**
 * The step that a code belongs to, one step of clock difference allowed either way and none that was used before;
 * null for a wrong code.
 */
export function matchTotp(secret: string, code: string, at: Date, lastStep: number): number | null {
  const given = Buffer.from(code.replace(/\s/g, ""));
  const now = totpStep(at);
  for (const step of [now, now - 1, now + 1]) {
    const expected = Buffer.from(totpCode(secret, step));
    if (step > lastStep && given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return null;
}

/** What an authenticator app reads from a QR code. */
export function totpAddress(secret: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer: "Still and Know" });
  return `otpauth://totp/${encodeURIComponent(`Still and Know:${account}`)}?${query.toString()}`;
}
