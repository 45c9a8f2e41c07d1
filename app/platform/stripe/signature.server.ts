import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds by which a message may be older or newer than now. */
const TOLERANCE_S = 300;

const hmac = (secret: string, text: Uint8Array | string) =>
  createHmac("sha256", secret).update(text).digest("hex");

/**
 * Signs a body as the payment service does.
 * @internal Exported for tests.
 */
export function signPayload(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${hmac(secret, `${t}.${body}`)}`;
}

/**
 * Whether the header `t=…,v1=…` was made for exactly these bytes, with one of the secrets and not long ago. Compared in
 * constant time; other schemes in the header are ignored.
 */
export function isPayloadSigned(
  header: string | null,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const stamps = parts.filter(([name]) => name === "t");
  const stamp = stamps.length === 1 ? (stamps[0]?.[1] ?? "") : "";
  if (!/^\d{1,12}$/.test(stamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > TOLERANCE_S) return false;
  const given = parts.filter(([name, value]) => name === "v1" && /^[0-9a-f]{64}$/.test(value ?? ""));
  const signed = Buffer.concat([Buffer.from(`${stamp}.`), body]);
  let matches = false;
  for (const secret of secrets) {
    const expected = Buffer.from(hmac(secret, signed));
    for (const [, value] of given) if (timingSafeEqual(expected, Buffer.from(value ?? ""))) matches = true;
  }
  return matches;
}
