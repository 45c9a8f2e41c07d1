import { MINUTE } from "~/domain/calendar/durations";
import { now } from "~/platform/clock";
import { openForOperator, sealForOperator } from "~/platform/encryption.server";
import { isSigned, sign } from "~/platform/signing.server";

const PENDING_MS = 5 * MINUTE;
export type PendingSignIn = {
  userId: number;
  email: string;
  securityStamp: string;
  /** Of someone whose journal is sealed: what the password has opened, for the session that begins after the code. */
  keys?: Buffer | null;
  remember: boolean;
  redirectTo: string;
};

type Packed = Omit<PendingSignIn, "keys"> & { until: number; sealedKeys?: string };
const keysPlace = ({ userId, securityStamp }: Packed | Omit<PendingSignIn, "keys">) =>
  `pendingSignIn|${userId}|${securityStamp}`;

/** A sign-in between its two steps, as a signed text for a cookie. */
export function packPending({ keys, ...pending }: PendingSignIn): string {
  const content: Packed = { ...pending, until: now().getTime() + PENDING_MS };
  // The browser holds it, and the operator's ring opens it: neither has the keys without the other.
  if (keys)
    content.sealedKeys = sealForOperator(keys.toString("base64"), keysPlace(pending)).toString("base64");
  const body = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${body}.${sign("pending-sign-in", body)}`;
}

/** What `packPending` made, if it is ours and not older than five minutes. */
export function unpackPending(text: string): PendingSignIn | null {
  const [body = "", signature = ""] = text.split(".");
  if (!isSigned("pending-sign-in", body, signature)) return null;
  const { until, sealedKeys, ...pending } = JSON.parse(Buffer.from(body, "base64url").toString()) as Packed;
  if (until <= now().getTime()) return null;
  if (!sealedKeys) return pending;
  const keys = openForOperator(Buffer.from(sealedKeys, "base64"), keysPlace(pending));
  return { ...pending, keys: Buffer.from(keys, "base64") };
}
