import { createHmac, randomBytes, randomInt } from "node:crypto";
import { renderSVG } from "uqr";
import { storedBytes } from "#models/db/queries.server";
import { PendingSignInModel } from "#models/session.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { MINUTE } from "~/domain/calendar/durations";
import type { LockedOut } from "~/domain/limits/lockout";
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
import { securityChangeFields, type SessionOwner, type SignInOrigin } from "./sessions.server";

const RECOVERY_CODES = 10;
/** Crockford's base32: no letters that handwriting confuses. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const contextOf = (userId: number) => `users|${userId}|twoStep|1`;
const keyOf = (member: Pick<Member, "accountKey">) => member.accountKey("two-step");
const hashRecovery = (member: Pick<Member, "accountKey">, code: string) =>
  createHmac("sha256", member.accountKey("recovery-codes"))
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ""))
    .digest("base64url");
const newRecoveryCode = () =>
  Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)])
    .join("")
    .replace(/^.{5}/, "$&-");

type TwoStepOffer = { secret: string; grouped: string; qrSvg: string };

/** A secret to display. It has no effect until `enableTwoStep` has verified a code. */
export function offerTwoStep(account: string): TwoStepOffer {
  const secret = newTotpSecret();
  const qrSvg = renderSVG(otpauthUri(secret, account), { border: 2 });
  return { secret, grouped: secret.replace(/.{4}(?!$)/g, "$& "), qrSvg };
}

/** @returns the recovery codes, which are stored only as hashes; null for a wrong code */
export async function enableTwoStep(member: Member, secret: string, code: string): Promise<string[] | null> {
  const at = now();
  const step = /^[A-Z2-7]{32}$/.test(secret) ? matchTotp(secret, code, at, 0) : null;
  if (step === null) return null;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const twoStep = {
    sealed: seal(keyOf(member), secret, contextOf(member.id)),
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

type CodeResult = { ok: true } | { ok: false; code: "wrong" } | LockedOut;

/** `device` is the browser's id if the account knows it. */
type CodeClient = { network: string; device?: string };

/**
 * Checks a TOTP or recovery code. Each works once.
 * @internal Exported for tests.
 */
export async function checkSecondStep(userId: number, code: string, client: CodeClient): Promise<CodeResult> {
  const account = `two-step ${userId}`;
  const lockedFor = client.device ? 0 : await backoffSeconds("account", account);
  if (lockedFor > 0) return { ok: false, code: "locked", seconds: lockedFor };
  // As with passwords, a known browser has its own counter; other browsers share the counter of their network.
  const source = client.device ? `device ${client.device}` : client.network;
  const key = attemptKey("two-step", String(userId), source);
  const reservation = await reserveAttempt(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  // A six-digit code is easy to guess in parallel from many networks, so each attempt also reserves from the account's backoff.
  const backoff = client.device ? 0 : await reserveWithBackoff("account", account);
  if (backoff > 0) return { ok: false, code: "locked", seconds: backoff };
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
  const secret = open(keyOf(memberFrom(user)), storedBytes(twoStep.sealed), contextOf(user._id)).toString();
  const step = matchTotp(secret, code, now(), twoStep.lastStep);
  if (step === null) return false;
  // Compare-and-set on the last used time step, so that a code cannot be replayed concurrently.
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

/** Number of unused recovery codes; null if two-step sign-in is off. */
export async function recoveryCodesLeft(userId: number): Promise<number | null> {
  const user = await UserModel.findById(userId).select({ twoStep: 1 }).lean();
  return user?.twoStep ? user.twoStep.recoveryHashes.length : null;
}

const PENDING_MS = 5 * MINUTE;
export type PendingSignIn = {
  userId: number;
  email: string;
  securityStamp: string;
  /** Packed keys of a sealed journal, for the session after the second step. */
  keys?: Buffer | null;
  /** Token of the record with the key of the inner of the two encryption layers of `keys`; undefined without keys. */
  half?: string;
  remember: boolean;
  redirectTo: string;
  /** The password cancelled a pending journal reset. */
  isKept?: boolean;
  /** Second step: a code by default; the password of a sealed journal after a sign-in without it. */
  asks?: "password";
  through?: SignInOrigin;
};

type Packed = Omit<PendingSignIn, "keys"> & { until: number; sealedKeys?: string };
type KeyOwner = Pick<PendingSignIn, "userId" | "securityStamp">;
const keysContext = ({ userId, securityStamp }: KeyOwner) => `pendingSignIn|${userId}|${securityStamp}`;
const pendingSignInKey = (half: Uint8Array) => deriveKey(Buffer.from(half), "pending-sign-in");

/** Encodes a sign-in between its two steps as a signed cookie value. */
export async function encodePendingSignIn({ keys, half: _half, ...pending }: PendingSignIn): Promise<string> {
  const until = now().getTime() + PENDING_MS;
  const body = Buffer.from(
    JSON.stringify({ ...pending, until, ...(keys && (await splitKeys(keys, pending, until))) }),
  ).toString("base64url");
  return `${body}.${sign("pending-sign-in", body)}`;
}

/**
 * Encrypts the keys for the cookie in two layers: one with the server's key ring, one with a key in a record that expires with
 * the sign-in. After that, a copy of the cookie cannot be decrypted even with all secrets of the server.
 */
async function splitKeys(
  keys: Buffer,
  pending: KeyOwner,
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
  const inner = seal(pendingSignInKey(stored), keys, keysContext(pending)).toString("base64");
  return { half, sealedKeys: sealForOperator(inner, keysContext(pending)).toString("base64") };
}

/** Decodes the cookie value; null if the signature is wrong, it has expired or was used. */
export async function decodePendingSignIn(text: string): Promise<PendingSignIn | null> {
  const [body = "", signature = ""] = text.split(".");
  if (!isSigned("pending-sign-in", body, signature)) return null;
  const { until, sealedKeys, ...pending } = JSON.parse(Buffer.from(body, "base64url").toString()) as Packed;
  if (until <= now().getTime()) return null;
  if (!sealedKeys) return pending;
  // The TTL index deletes expired records only once a minute.
  const record = await PendingSignInModel.findOne({
    _id: hashToken(pending.half ?? ""),
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  const context = keysContext(pending);
  const inner = Buffer.from(openForOperator(Buffer.from(sealedKeys, "base64"), context), "base64");
  return { ...pending, keys: open(pendingSignInKey(storedBytes(record.half)), inner, context) };
}

/**
 * Consumes the pending sign-in after a correct code. @returns false if a concurrent request was first
 * @internal Exported for tests.
 */
export async function consumePendingSignIn({ half }: Pick<PendingSignIn, "half">): Promise<boolean> {
  if (!half) return true;
  return (await PendingSignInModel.deleteOne({ _id: hashToken(half) })).deletedCount === 1;
}

type SecondStepResult =
  | { ok: true; user: SessionOwner; email: string; isPendingDeletion: boolean }
  | Exclude<CodeResult, { ok: true }>;

/** Completes a pending sign-in with a code. A password change in between invalidates it, like a wrong code. */
export async function finishSecondStep(
  pending: PendingSignIn,
  code: string,
  client: CodeClient,
): Promise<SecondStepResult> {
  const result = await checkSecondStep(pending.userId, code, client);
  if (!result.ok) return result;
  const user = await UserModel.findById(pending.userId).lean();
  if (!user || user.status === "locked" || user.securityStamp !== pending.securityStamp)
    return { ok: false, code: "wrong" };
  if (!(await consumePendingSignIn(pending))) return { ok: false, code: "wrong" };
  const { _id, securityStamp, email } = user;
  return {
    ok: true,
    user: { _id, securityStamp, keys: pending.keys },
    email,
    isPendingDeletion: user.status === "deleting",
  };
}
