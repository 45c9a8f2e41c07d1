import { Secret, TOTP } from "otpauth";

/** Time-based one-time passwords (RFC 6238) with the parameters that every authenticator app supports. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The time step of a valid code, which may be one step early or late and must be later than `lastStep`; null otherwise.
 */
export function matchTotp(secret: string, code: string, at: Date, lastStep: number): number | null {
  const token = code.replace(/\s/g, "");
  // The library compares bytes, and throws if six characters have more than six bytes.
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token,
    timestamp,
    window: 1,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
  // A last step in the future was recorded by a clock that ran ahead; rejecting codes until then would lock the account.
  const isLastAhead = lastStep > TOTP.counter({ period: PARAMETERS.period, timestamp }) + 1;
  return step > lastStep || isLastAhead ? step : null;
}

/** The otpauth URI for the QR code of an authenticator app. */
export function otpauthUri(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, secret, issuer: "Still and Know", label: account }).toString();
}
