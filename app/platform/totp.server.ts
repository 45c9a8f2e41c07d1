import { Secret, TOTP } from "otpauth";

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, as every authenticator app has them. */
const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The step that a code belongs to, one step of clock difference allowed either way and none that was used before;
 * null for a wrong code.
 */
export function matchTotp(secret: string, code: string, at: Date, lastStep: number): number | null {
  const token = code.replace(/\s/g, "");
  // The library compares bytes and throws where six characters are more than six bytes.
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...SHAPE, secret: Secret.fromBase32(secret), token, timestamp, window: 1 });
  if (delta === null) return null;
  const step = TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
  // A clock that was ahead recorded the last step; the steps until then would shut the account for that long.
  const isLastAhead = lastStep > TOTP.counter({ period: SHAPE.period, timestamp }) + 1;
  return step > lastStep || isLastAhead ? step : null;
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(secret: string, account: string): string {
  return new TOTP({ ...SHAPE, secret, issuer: "Still and Know", label: account }).toString();
}
