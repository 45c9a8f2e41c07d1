import { randomBytes, randomInt } from "node:crypto";
import { storedBytes } from "#models/db/queries.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyWrap, SealedKeys, StoredKeys } from "#models/user/keys.server";
import type { LockedOut } from "~/domain/limits/lockout";
import { attemptKey, clearAttempts, reserveAttempt } from "~/domain/limits/rate-limits.server";
import { packKeys, type MemberKeys } from "~/domain/member/member-keys.server";
import { DecryptionError, deriveKey, seal, tryOpen, unwrapKey, wrapKey } from "~/platform/encryption.server";
import { passwordForms, stretchingCost, stretchPassword } from "~/platform/passwords.server";
import { secrets, type KeyRingEntry } from "~/platform/secrets.server";
import { generateRecoveryCode, parseRecoveryCode, RECOVERY_CODE_COUNT } from "./credentials";

/** The keys of a sealed journal are wrapped by the password, by each recovery code and by allowed passkeys; nothing else. */

const passkeyContext = (userId: number, passkey: string) => `users|${userId}|sealing|passkey|${passkey}|1`;

/** The PRF output of an authenticator is as random as a key and needs no stretching. It is never stored. */
const passkeyKey = (prfOutput: Buffer) => deriveKey(prfOutput, "sealed-journal-passkey");

/** Wraps packed keys with the PRF output of a passkey. */
export const wrapKeysWithPasskey = (
  userId: number,
  keys: Buffer,
  passkey: string,
  prfOutput: Buffer,
): PasskeyWrap => ({
  passkey,
  wrapped: seal(passkeyKey(prfOutput), keys, passkeyContext(userId, passkey)),
});

/** The packed keys; null if the passkey has no wrap or its PRF output differs. */
export function unwrapKeysWithPasskey(
  { _id, sealing }: Pick<UserRecord, "_id" | "sealing">,
  passkey: string,
  prfOutput: Buffer | undefined,
): Buffer | null {
  const wrap = sealing?.byPasskey?.find((each) => each.passkey === passkey);
  if (!wrap || !prfOutput) return null;
  return tryOpen(passkeyKey(prfOutput), storedBytes(wrap.wrapped), passkeyContext(_id, passkey));
}

const passwordContext = (userId: number) => `users|${userId}|sealing|password|1`;
const codeContext = (userId: number) => `users|${userId}|sealing|code|1`;
/** The key ring wraps the password's wrap once more. */
const ringOwner = (userId: number) => `users|${userId}|sealing`;
const RING_VERSION = 1;

type ByPassword = Pick<SealedKeys, "stretching" | "byPassword">;

export async function wrapKeysWithPassword(
  userId: number,
  keys: MemberKeys,
  password: string,
): Promise<ByPassword> {
  const stretching = { salt: randomBytes(16), ...stretchingCost() };
  const key = await stretchPassword(password.normalize("NFC"), stretching);
  const wrapped = seal(key, packKeys(keys), passwordContext(userId));
  return { stretching, byPassword: wrapKey(wrapped, ringOwner(userId), RING_VERSION) };
}

export const passwordWrapUpdate = ({ stretching, byPassword }: ByPassword) => ({
  "sealing.stretching": stretching,
  "sealing.byPassword": byPassword,
});

/** Packed keys, for a password that has already been verified. @throws DecryptionError */
export async function unwrapKeysWithPassword(
  { _id, sealing }: Pick<UserRecord, "_id" | "sealing">,
  password: string,
): Promise<Buffer> {
  if (!sealing) throw new DecryptionError("this journal is not sealed");
  const { stretching, byPassword } = sealing;
  const { N, r, p } = stretching;
  const wrapped = unwrapRingLayer(_id, byPassword);
  // Wraps made before passwords were normalized use the password as typed, so all Unicode forms are tried.
  for (const form of passwordForms(password)) {
    const key = await stretchPassword(form, { salt: storedBytes(stretching.salt), N, r, p });
    const keys = tryOpen(key, wrapped, passwordContext(_id));
    if (keys) return keys;
  }
  throw new DecryptionError("the password unwraps no keys");
}

function unwrapRingLayer(
  userId: number,
  { wrappedKey, keyId, version }: StoredKeys,
  ring?: readonly KeyRingEntry[],
): Buffer {
  return unwrapKey({ wrappedKey: storedBytes(wrappedKey), keyId, version }, ringOwner(userId), ring);
}

/** Replaces the ring layer of the password's wrap. The inner layer stays, so no password is needed. */
function rewrapWithNewestKey(userId: number, stored: StoredKeys, ring: readonly KeyRingEntry[]): StoredKeys {
  return wrapKey(unwrapRingLayer(userId, stored, ring), ringOwner(userId), stored.version, ring);
}

/** Codes have 100 random bits and need no stretching. */
const codeKey = (code: string) => deriveKey(Buffer.from(code), "sealed-journal-code");

/** New recovery codes and a wrap of the keys by each. The codes are not stored. */
export function wrapKeysWithNewCodes(
  userId: number,
  keys: MemberKeys,
): { codes: string[]; byCode: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => generateRecoveryCode(randomInt));
  const byCode = codes.map((code) =>
    seal(codeKey(code.replaceAll("-", "")), packKeys(keys), codeContext(userId)),
  );
  return { codes, byCode };
}

/** The packed keys and the wraps of the other codes; null if no wrap fits. */
export function unwrapKeysWithCode(
  userId: number,
  byCode: readonly unknown[],
  typed: string,
): { keys: Buffer; left: Buffer[] } | null {
  const code = parseRecoveryCode(typed);
  if (!code) return null;
  const key = codeKey(code);
  const wraps = byCode.map(storedBytes);
  for (const [at, wrapped] of wraps.entries()) {
    const keys = tryOpen(key, wrapped, codeContext(userId));
    if (keys)
      return { keys, left: wraps.filter((_, other) => other !== at).map((each) => Buffer.from(each)) };
  }
  return null;
}

type Redeemed = { ok: true; keys: Buffer; left: Buffer[] };
type NotRedeemed = { ok: false; code: "code_required" | "wrong_code" } | LockedOut;

/**
 * Unwraps the keys with a recovery code, after an emailed link. Only wrong codes count as attempts: a correct one cannot be
 * guessed, so it is accepted even during a lockout of the network.
 */
export async function redeemRecoveryCode(
  { _id }: Pick<UserRecord, "_id">,
  { byCode }: SealedKeys,
  { recoveryCode, network }: { recoveryCode?: string; network: string },
): Promise<Redeemed | NotRedeemed> {
  if (!recoveryCode) return { ok: false, code: "code_required" };
  const key = attemptKey("journal-code", String(_id), network);
  const unwrapped = unwrapKeysWithCode(_id, byCode, recoveryCode);
  if (unwrapped) {
    await clearAttempts(key);
    return { ok: true, ...unwrapped };
  }
  const reservation = await reserveAttempt(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong_code" };
}

type Keys = Pick<UserRecord, "_id" | "crypto" | "sealing" | "sealOffer">;

/**
 * Rewraps data keys, and the ring layer of sealed journals, with the newest key of the ring. Journal texts are not rewritten.
 * Can be interrupted: the next run continues with the remaining users, and with those that a concurrent change made it skip.
 * @returns the number of rewrapped users
 */
export async function rewrapDataKeys(ring: readonly KeyRingEntry[] = secrets.keyRing): Promise<number> {
  const newest = ring[0]?.id ?? "";
  const isOld = { $nin: [newest, null] };
  let count = 0;
  const cursor = UserModel.find({
    $or: [
      // "" is excluded: it is the key id of an account that is being destroyed and has no key any more.
      { "crypto.keyId": { $nin: [newest, ""] } },
      { "sealing.byPassword.keyId": isOld },
      { "sealOffer.byPassword.keyId": isOld },
    ],
  })
    .select({ crypto: 1, sealing: 1, sealOffer: 1 })
    .lean()
    .cursor();
  for await (const user of cursor as AsyncIterable<Keys>) {
    const result = await UserModel.updateOne(unchangedKeysFilter(user), { $set: rewrapFields(user, ring) });
    count += result.modifiedCount;
  }
  return count;
}

/** Compare-and-set filter: a concurrent password change gives a different wrap. */
function unchangedKeysFilter({ _id, crypto, sealing, sealOffer }: Keys) {
  return {
    _id,
    "crypto.wrappedKey": crypto.wrappedKey,
    "sealing.byPassword.wrappedKey": sealing?.byPassword.wrappedKey ?? null,
    "sealOffer.byPassword.wrappedKey": sealOffer?.byPassword.wrappedKey ?? null,
  };
}

function rewrapFields({ _id, crypto, sealing, sealOffer }: Keys, ring: readonly KeyRingEntry[]) {
  const owner = `users|${_id}`;
  const wrappedKey = storedBytes(crypto.wrappedKey);
  return {
    crypto: wrapKey(unwrapKey({ ...crypto, wrappedKey }, owner, ring), owner, crypto.version, ring),
    ...(sealing && { "sealing.byPassword": rewrapWithNewestKey(_id, sealing.byPassword, ring) }),
    ...(sealOffer && { "sealOffer.byPassword": rewrapWithNewestKey(_id, sealOffer.byPassword, ring) }),
  };
}
