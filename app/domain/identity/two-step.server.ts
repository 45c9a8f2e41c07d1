import { createHmac, randomBytes, randomInt } from "node:crypto";
import { renderSVG } from "uqr";
import { storedBytes } from "#models/db/queries.server";
import { PendingSignInModel } from "#models/pending-sign-in.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import {
  attemptKey,
  backoffSeconds,
  clearAttempts,
  recordBackoffFailure,
  refundBackoff,
  reserveAttempt,
  reserveWithBackoff,
} from "~/domain/limits/rate-limits.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { audit } from "~/domain/operations/audit-log.server";
import { now } from "~/platform/clock";
import { deriveKey, open, openForOperator, seal, sealForOperator } from "~/platform/encryption.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";
import { matchTotp, newTotpSecret, otpauthUri } from "~/platform/totp.server";
import { securityChangeFields, type SignInOrigin } from "./sessions.server";

/** Two-step sign-in: a code from an authenticator app, or one of ten recovery codes, after the password. */
const RECOVERY_CODES = 10;
/** Crockford's alphabet: nothing that is mistaken when written by hand. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const place = (userId: number) => `users|${userId}|twoStep|1`;
const keyOf = (member: Pick<Member, "accountKey">) => member.accountKey("two-step");
const hashRecovery = (member: Pick<Member, "accountKey">, code: string) =>
  createHmac("sha256", member.accountKey("recovery-codes"))
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ""))
    .digest("base64url");
const newRecoveryCode = () =>
  Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)])
    .join("")
    .replace(/^.{5}/, "$&-");

export type TwoStepOffer = { secret: string; grouped: string; qrSvg: string };

/** A new secret to show; it counts only after `enableTwoStep` has seen a code made with it. */
export function offerTwoStep(account: string, secret = newTotpSecret()): TwoStepOffer {
  const qrSvg = renderSVG(otpauthUri(secret, account), { border: 2 });
  return { secret, grouped: secret.replace(/.{4}(?!$)/g, "$& "), qrSvg };
}

/** Turns two-step sign-in on. Answers the recovery codes, which are shown this once, or null for a wrong code. */
export async function enableTwoStep(member: Member, secret: string, code: string): Promise<string[] | null> {
  const at = now();
  const step = /^[A-Z2-7]{32}$/.test(secret) ? matchTotp(secret, code, at, 0) : null;
  if (step === null) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const twoStep = {
    sealed: seal(keyOf(member), secret, place(member.id)),
    lastStep: step,
    recoveryHashes: codes.map((recovery) => hashRecovery(member, recovery)),
    enabledAt: at,
  };
  await UserModel.updateOne({ _id: member.id }, { $set: { twoStep, ...securityChangeFields() } });
  await audit({ kind: "two_step.enabled", actorId: member.id, subjectId: member.id });
  return codes;
}

export async function disableTwoStep(member: Member): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { twoStep: null, ...securityChangeFields() } });
  await audit({ kind: "two_step.disabled", actorId: member.id, subjectId: member.id });
}

export type CodeResult =
  { ok: true } | { ok: false; code: "wrong" } | { ok: false; code: "locked"; seconds: number };

/** Who types the code: the network, and this browser's id if the account knows it. */
export type CodeClient = { network: string; device?: string };

/** Checks the second step of signing in; a code works once, and five wrong ones block for thirty seconds. */
export async function checkSecondStep(userId: number, code: string, client: CodeClient): Promise<CodeResult> {
  const account = `two-step ${userId}`;
  const waiting = client.device ? 0 : await backoffSeconds("account", account);
  if (waiting > 0) return { ok: false, code: "locked", seconds: waiting };
  // As with passwords: a browser that the account knows has its own tries, others count by their network.
  const key = attemptKey(
    "two-step",
    String(userId),
    client.device ? `device ${client.device}` : client.network,
  );
  const reservation = await reserveAttempt(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  // A code is short and quick to check: otherwise someone with a thousand networks could try a thousand at once.
  const late = client.device ? 0 : await reserveWithBackoff("account", account);
  if (late > 0) return { ok: false, code: "locked", seconds: late };
  const user = await UserModel.findById(userId).lean();
  if (user?.twoStep && ((await consumeTotp(user, code)) || (await consumeRecoveryCode(user, code)))) {
    await clearAttempts(key);
    if (!client.device) await refundBackoff("account", account);
    return { ok: true };
  }
  if (client.device) await recordBackoffFailure("account", account);
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong" };
}

async function consumeTotp(user: UserRecord, code: string): Promise<boolean> {
  const { twoStep } = user;
  if (!twoStep) return false;
  const secret = open(keyOf(memberFrom(user)), storedBytes(twoStep.sealed), place(user._id)).toString();
  const step = matchTotp(secret, code, now(), twoStep.lastStep);
  if (step === null) return false;
  // Named by the step that was seen: of two posts with one code, one passes.
  const used = { _id: user._id, "twoStep.lastStep": twoStep.lastStep };
  return (await UserModel.updateOne(used, { $set: { "twoStep.lastStep": step } })).modifiedCount === 1;
}

async function consumeRecoveryCode(user: UserRecord, code: string): Promise<boolean> {
  const hash = hashRecovery(memberFrom(user), code);
  const used = { _id: user._id, "twoStep.recoveryHashes": hash };
  const result = await UserModel.updateOne(used, {
    $pull: { "twoStep.recoveryHashes": hash },
    $set: securityChangeFields(),
  });
  if (result.modifiedCount !== 1) return false;
  await audit({ kind: "two_step.recovery_code_used", actorId: user._id, subjectId: user._id });
  return true;
}

/** How many recovery codes are left, or null while two-step sign-in is off. */
export async function recoveryCodesLeft(userId: number): Promise<number | null> {
  const user = await UserModel.findById(userId).select({ twoStep: 1 }).lean();
  return user?.twoStep ? user.twoStep.recoveryHashes.length : null;
}

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
  through?: SignInOrigin;
};

type Packed = Omit<PendingSignIn, "keys"> & { until: number; sealedKeys?: string };
type Place = Pick<PendingSignIn, "userId" | "securityStamp">;
const keysPlace = ({ userId, securityStamp }: Place) => `pendingSignIn|${userId}|${securityStamp}`;
const pendingSignInKey = (half: Uint8Array) => deriveKey(Buffer.from(half), "pending-sign-in");

/** A sign-in between its two steps, as a signed text for a cookie. */
export async function encodePendingSignIn({ keys, half: _half, ...pending }: PendingSignIn): Promise<string> {
  const until = now().getTime() + PENDING_MS;
  const body = Buffer.from(
    JSON.stringify({ ...pending, until, ...(keys && (await splitKeys(keys, pending, until))) }),
  ).toString("base64url");
  return `${body}.${sign("pending-sign-in", body)}`;
}

/**
 * The browser holds the keys under two locks: the operator's ring opens one, and the key to the other is in a record that
 * is soon gone. A copy of the cookie that is found later opens nothing, not even with every secret of the server.
 */
async function splitKeys(
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
  const inner = seal(pendingSignInKey(stored), keys, keysPlace(pending)).toString("base64");
  return { half, sealedKeys: sealForOperator(inner, keysPlace(pending)).toString("base64") };
}

/** What `encodePendingSignIn` made, if it is ours, not older than five minutes, and not used. */
export async function decodePendingSignIn(text: string): Promise<PendingSignIn | null> {
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
  return { ...pending, keys: open(pendingSignInKey(storedBytes(record.half)), inner, place) };
}

/** Ends the time between the steps: the code was right. @returns false where another request came first */
export async function consumePendingSignIn({ half }: Pick<PendingSignIn, "half">): Promise<boolean> {
  if (!half) return true;
  return (await PendingSignInModel.deleteOne({ _id: hashToken(half) })).deletedCount === 1;
}
