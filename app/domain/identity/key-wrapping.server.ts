import { randomBytes, randomInt } from "node:crypto";
import { storedBytes } from "#models/db/queries.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { PasskeyWrap, SealedKeys, StoredKeys } from "#models/user/keys.server";
import { attemptKey, clearAttempts, reserveAttempt } from "~/domain/limits/rate-limits.server";
import { packKeys, type MemberKeys } from "~/domain/member/member-keys.server";
import { DecryptionError, deriveKey, open, seal, unwrapKey, wrapKey } from "~/platform/encryption.server";
import { passwordForms, stretchingCost, stretchPassword } from "~/platform/passwords.server";
import { secrets, type KeyRingEntry } from "~/platform/secrets.server";
import { generateRecoveryCode, parseRecoveryCode, RECOVERY_CODE_COUNT } from "./credentials";

/** The wrap of a sealed journal's keys by a passkey, beside those by the password and by the recovery codes. */

const associatedDataOf = (userId: number, passkey: string) => `users|${userId}|sealing|passkey|${passkey}|1`;

/** What the authenticator computes is as long and as random as a key, and needs no stretching. It is stored nowhere. */
const keyOf = (computed: Buffer) => deriveKey(computed, "sealed-journal-passkey");

/** Wraps someone's packed keys by what their passkey has computed. */
export const wrapKeysWithPasskey = (
  userId: number,
  keys: Buffer,
  passkey: string,
  computed: Buffer,
): PasskeyWrap => ({
  passkey,
  wrapped: seal(keyOf(computed), keys, associatedDataOf(userId, passkey)),
});

/** The packed keys; null where this passkey may not open the journal, or has computed something else. */
export function unwrapKeysWithPasskey(
  { _id, sealing }: Pick<UserRecord, "_id" | "sealing">,
  passkey: string,
  computed: Buffer | undefined,
): Buffer | null {
  const wrap = sealing?.byPasskey?.find((each) => each.passkey === passkey);
  if (!wrap || !computed) return null;
  try {
    return open(keyOf(computed), storedBytes(wrap.wrapped), associatedDataOf(_id, passkey));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

/**
 * How the keys of a sealed journal are wrapped: by the password and by each recovery code; where its person allowed it, by a
 * passkey too (key-wrapping.server.ts); and by nothing else.
 */

const passwordPlace = (userId: number) => `users|${userId}|sealing|password|1`;
const codePlace = (userId: number) => `users|${userId}|sealing|code|1`;
/** The operator's ring around the password's wrap. */
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
  const wrapped = seal(key, packKeys(keys), passwordPlace(userId));
  return { stretching, byPassword: wrapKey(wrapped, ringOwner(userId), RING_VERSION) };
}

/** A new password's wrap in the place of the one before. */
export const passwordWrapUpdate = ({ stretching, byPassword }: ByPassword) => ({
  "sealing.stretching": stretching,
  "sealing.byPassword": byPassword,
});

/** The keys of someone whose password has just been found right. @throws DecryptionError */
export async function unwrapKeysWithPassword(
  { _id, sealing }: Pick<UserRecord, "_id" | "sealing">,
  password: string,
): Promise<Buffer> {
  if (!sealing) throw new DecryptionError("this journal is not sealed");
  const { stretching, byPassword } = sealing;
  const { N, r, p } = stretching;
  const wrapped = unwrapRingLayer(_id, byPassword);
  // The wrap may be of another form than the hash: it was made as typed before passwords were normalized.
  for (const form of passwordForms(password)) {
    const key = await stretchPassword(form, { salt: storedBytes(stretching.salt), N, r, p });
    const keys = tryOpen(key, wrapped, passwordPlace(_id));
    if (keys) return keys;
  }
  throw new DecryptionError("this password opens no wrap");
}

/** The packed keys, null where this key opens nothing. */
function tryOpen(key: Buffer, wrapped: Uint8Array, place: string): Buffer | null {
  try {
    return open(key, wrapped, place);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

function unwrapRingLayer(
  userId: number,
  { wrappedKey, keyId, version }: StoredKeys,
  ring?: readonly KeyRingEntry[],
): Buffer {
  return unwrapKey({ wrappedKey: storedBytes(wrappedKey), keyId, version }, ringOwner(userId), ring);
}

/** The password's wrap with the newest key of the ring around it; what is inside needs no password to be carried over. */
function rewrapWithNewestKey(userId: number, stored: StoredKeys, ring: readonly KeyRingEntry[]): StoredKeys {
  return wrapKey(unwrapRingLayer(userId, stored, ring), ringOwner(userId), stored.version, ring);
}

/** A hundred bits of chance need no stretching. */
const codeKey = (code: string) => deriveKey(Buffer.from(code), "sealed-journal-code");

/** New codes, and the keys wrapped by each. The codes are shown this once and kept nowhere. */
export function wrapKeysWithNewCodes(
  userId: number,
  keys: MemberKeys,
): { codes: string[]; byCode: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => generateRecoveryCode(randomInt));
  const byCode = codes.map((code) =>
    seal(codeKey(code.replaceAll("-", "")), packKeys(keys), codePlace(userId)),
  );
  return { codes, byCode };
}

/** What a code opens, and the wraps that are left when it is used up; null for a code that opens none. */
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
    const keys = tryOpen(key, wrapped, codePlace(userId));
    if (keys)
      return { keys, left: wraps.filter((_, other) => other !== at).map((each) => Buffer.from(each)) };
  }
  return null;
}

type Opened = { ok: true; keys: Buffer; left: Buffer[] };
type NotOpened =
  { ok: false; code: "code_required" | "wrong_code" } | { ok: false; code: "locked"; seconds: number };

/**
 * Opens with a code that someone types who has an emailed link. Only wrong codes are counted, as wrong passwords are: a right
 * one has a hundred random bits, and opens also while the network is locked.
 */
export async function redeemRecoveryCode(
  { _id }: Pick<UserRecord, "_id">,
  { byCode }: SealedKeys,
  { recoveryCode, network }: { recoveryCode?: string; network: string },
): Promise<Opened | NotOpened> {
  if (!recoveryCode) return { ok: false, code: "code_required" };
  const key = attemptKey("journal-code", String(_id), network);
  const opened = unwrapKeysWithCode(_id, byCode, recoveryCode);
  if (opened) {
    await clearAttempts(key);
    return { ok: true, ...opened };
  }
  const reservation = await reserveAttempt(key, "login");
  if (!reservation.allowed) return { ok: false, code: "locked", seconds: reservation.seconds };
  const seconds = reservation.secondsIfFailed;
  return seconds > 0 ? { ok: false, code: "locked", seconds } : { ok: false, code: "wrong_code" };
}

type Keys = Pick<UserRecord, "_id" | "crypto" | "sealing" | "sealOffer">;

/**
 * Rewraps everything that an older key of the ring wraps with the newest: data keys, and the layer around the
 * password's wrap of sealed journals, which needs no password. Journal texts are not rewritten. Can be stopped and run
 * again: it continues with what is left, and repeats a user who changed meanwhile.
 */
export async function rewrapDataKeys(ring: readonly KeyRingEntry[] = secrets.keyRing): Promise<number> {
  const newest = ring[0]?.id ?? "";
  const isOld = { $nin: [newest, null] };
  let count = 0;
  const cursor = UserModel.find({
    $or: [
      // Of an account that is being destroyed, the key is gone first.
      { "crypto.keyId": { $nin: [newest, ""] } },
      { "sealing.byPassword.keyId": isOld },
      { "sealOffer.byPassword.keyId": isOld },
    ],
  })
    .select({ crypto: 1, sealing: 1, sealOffer: 1 })
    .lean()
    .cursor();
  for await (const user of cursor as AsyncIterable<Keys>) {
    const result = await UserModel.updateOne(ifUnchanged(user), { $set: rewrapFields(user, ring) });
    count += result.modifiedCount;
  }
  return count;
}

/** The values themselves name what was seen: a password changed meanwhile has another wrap. */
function ifUnchanged({ _id, crypto, sealing, sealOffer }: Keys) {
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
