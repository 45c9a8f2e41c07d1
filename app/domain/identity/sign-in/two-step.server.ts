import { createHmac, randomInt } from "node:crypto";
import { renderSVG } from "uqr";
import { storedBytes } from "#models/db/stored-bytes.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { attemptKey, clearAttempts, reserve } from "~/domain/attempts/attempts.server";
import {
  countGrowing,
  giveBackGrowing,
  growingWait,
  reserveGrowing,
} from "~/domain/attempts/growing-attempts.server";
import { audit } from "~/domain/audit/log.server";
import { securedNow } from "~/domain/identity/sessions/secured-now.server";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { open, seal } from "~/platform/encryption.server";
import { matchTotp, newTotpSecret, totpAddress } from "~/platform/totp.server";

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
  const qrSvg = renderSVG(totpAddress(secret, account), { border: 2 });
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
  await UserModel.updateOne({ _id: member.id }, { $set: { twoStep, ...securedNow() } });
  await audit({ kind: "two_step.enabled", actorId: member.id, subjectId: member.id });
  return codes;
}

export async function disableTwoStep(member: Member): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { twoStep: null, ...securedNow() } });
  await audit({ kind: "two_step.disabled", actorId: member.id, subjectId: member.id });
}

export type CodeResult =
  { ok: true } | { ok: false; code: "wrong" } | { ok: false; code: "locked"; seconds: number };

/** Who types the code: the network, and this browser's id if the account knows it. */
export type CodeClient = { network: string; device?: string };

/** Checks the second step of signing in; a code works once, and five wrong ones block for thirty seconds. */
export async function checkSecondStep(userId: number, code: string, client: CodeClient): Promise<CodeResult> {
  const account = `two-step ${userId}`;
  const waiting = client.device ? 0 : await growingWait("account", account);
  if (waiting > 0) return { ok: false, code: "locked", seconds: waiting };
  // As with passwords: a browser that the account knows has its own tries, others count by their network.
  const key = attemptKey(
    "two-step",
    String(userId),
    client.device ? `device ${client.device}` : client.network,
  );
  const reservation = await reserve(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  // A code is short and quick to check: otherwise someone with a thousand networks could try a thousand at once.
  const late = client.device ? 0 : await reserveGrowing("account", account);
  if (late > 0) return { ok: false, code: "locked", seconds: late };
  const user = await UserModel.findById(userId).lean();
  if (user?.twoStep && ((await useTotp(user, code)) || (await useRecoveryCode(user, code)))) {
    await clearAttempts(key);
    if (!client.device) await giveBackGrowing("account", account);
    return { ok: true };
  }
  if (client.device) await countGrowing("account", account);
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong" };
}

async function useTotp(user: UserRecord, code: string): Promise<boolean> {
  const { twoStep } = user;
  if (!twoStep) return false;
  const secret = open(keyOf(memberFrom(user)), storedBytes(twoStep.sealed), place(user._id)).toString();
  const step = matchTotp(secret, code, now(), twoStep.lastStep);
  if (step === null) return false;
  // Named by the step that was seen: of two posts with one code, one passes.
  const used = { _id: user._id, "twoStep.lastStep": twoStep.lastStep };
  return (await UserModel.updateOne(used, { $set: { "twoStep.lastStep": step } })).modifiedCount === 1;
}

async function useRecoveryCode(user: UserRecord, code: string): Promise<boolean> {
  const hash = hashRecovery(memberFrom(user), code);
  const used = { _id: user._id, "twoStep.recoveryHashes": hash };
  const result = await UserModel.updateOne(used, {
    $pull: { "twoStep.recoveryHashes": hash },
    $set: securedNow(),
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
