import { randomBytes } from "node:crypto";
import { storedBytes } from "#models/db/stored-bytes.server";
import { PendingSignInModel } from "#models/pending-sign-in.server";
import { MINUTE } from "~/domain/calendar/durations";
import type { Through } from "~/domain/identity/sessions/session-through.server";
import { now } from "~/platform/clock";
import { deriveKey, open, openForOperator, seal, sealForOperator } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

const PENDING_MS = 5 * MINUTE;
export type PendingSignIn = {
  userId: number;
  email: string;
  securityStamp: string;
  /** Of someone whose journal is sealed: what the password has opened, for the session that begins after the code. */
  keys?: Buffer | null;
  /** With keys: names the record without which the cookie does not open them. */
  half?: string;
  remember: boolean;
  redirectTo: string;
  /** The password has kept a sealed journal that was to be destroyed. */
  isKept?: boolean;
  /** What is still to be typed: the code, or, of a sealed journal whose person came without it, its password. */
  asks?: "password";
  /** How they came, where it was not with a password. */
  through?: Through;
};

type Packed = Omit<PendingSignIn, "keys"> & { until: number; sealedKeys?: string };
type Place = Pick<PendingSignIn, "userId" | "securityStamp">;
const keysPlace = ({ userId, securityStamp }: Place) => `pendingSignIn|${userId}|${securityStamp}`;
const keyOf = (half: Uint8Array) => deriveKey(Buffer.from(half), "pending-sign-in");

/** A sign-in between its two steps, as a signed text for a cookie. */
export async function packPending({ keys, half: _half, ...pending }: PendingSignIn): Promise<string> {
  const until = now().getTime() + PENDING_MS;
  const body = Buffer.from(
    JSON.stringify({ ...pending, until, ...(keys && (await sealedInHalves(keys, pending, until))) }),
  ).toString("base64url");
  return `${body}.${sign("pending-sign-in", body)}`;
}

/**
 * The browser holds the keys under two locks: the operator's ring opens one, and the key to the other is in a record that
 * is soon gone. A copy of the cookie that is found later opens nothing, not even with every secret of the server.
 */
async function sealedInHalves(
  keys: Buffer,
  pending: Place,
  until: number,
): Promise<Pick<Packed, "half" | "sealedKeys">> {
  const half = randomToken();
  const stored = randomBytes(32);
  await PendingSignInModel.create({
    _id: hashToken(half),
    userId: pending.userId,
    half: stored,
    expiresAt: new Date(until),
  });
  const inner = seal(keyOf(stored), keys, keysPlace(pending)).toString("base64");
  return { half, sealedKeys: sealForOperator(inner, keysPlace(pending)).toString("base64") };
}

/** What `packPending` made, if it is ours, not older than five minutes, and not used. */
export async function unpackPending(text: string): Promise<PendingSignIn | null> {
  const [body = "", signature = ""] = text.split(".");
  if (!isSigned("pending-sign-in", body, signature)) return null;
  const { until, sealedKeys, ...pending } = JSON.parse(Buffer.from(body, "base64url").toString()) as Packed;
  if (until <= now().getTime()) return null;
  if (!sealedKeys) return pending;
  // The database sweeps what is over once a minute.
  const record = await PendingSignInModel.findOne({
    _id: hashToken(pending.half ?? ""),
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  const place = keysPlace(pending);
  const inner = Buffer.from(openForOperator(Buffer.from(sealedKeys, "base64"), place), "base64");
  return { ...pending, keys: open(keyOf(storedBytes(record.half)), inner, place) };
}

/** Ends the time between the steps: the code was right. @returns false where another request came first */
export async function endPending({ half }: Pick<PendingSignIn, "half">): Promise<boolean> {
  if (!half) return true;
  return (await PendingSignInModel.deleteOne({ _id: hashToken(half) })).deletedCount === 1;
}
