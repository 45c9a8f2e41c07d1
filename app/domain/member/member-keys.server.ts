import { createECDH } from "node:crypto";
import { storedBytes } from "#models/db/queries.server";
import { reencryption, type Reencryption } from "#models/db/reencryption.server";
import { UserModel, type UserRecord } from "#models/user.server";
import {
  DecryptionError,
  deriveKey,
  open,
  seal,
  tryOpen,
  unwrapKey,
  wrapKey,
} from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { ACCOUNT_PURPOSES, type AccountPurpose, type Member } from "./member";

/**
 * Data keys of a member. `journal` encrypts new texts. `first` is the account's first key; ids are derived from it, so that they
 * survive a key change. `earlier` precedes `journal` and decrypts texts that are not re-encrypted yet.
 */
export type MemberKeys = { journal: Buffer; first: Buffer; earlier: Buffer };

const KEY_BYTES = 32;

export const packKeys = ({ journal, first, earlier }: MemberKeys): Buffer =>
  Buffer.concat([journal, first, earlier]);

export function unpackKeys(packed: Buffer): MemberKeys {
  if (packed.length !== 3 * KEY_BYTES) throw new DecryptionError("packed keys have the wrong length");
  const part = (at: number) => packed.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES);
  return { journal: part(0), first: part(1), earlier: part(2) };
}

/** Values of `crypto.version`: the kinds of keys that the wrapped bytes contain. */
const KEY_LAYOUT = { oneKey: 1, allKeys: 2, accountKeys: 3 } as const;

const ownerOf = (userId: number) => `users|${userId}`;

type KeyRecord = Pick<UserRecord, "_id" | "crypto">;

function unwrapStored({ _id, crypto }: KeyRecord): Buffer {
  return unwrapKey({ ...crypto, wrappedKey: storedBytes(crypto.wrappedKey) }, ownerOf(_id));
}

/** Keys that the server can unwrap with its key ring. @throws DecryptionError if the journal is sealed */
export function serverHeldKeys(user: KeyRecord): MemberKeys {
  if (user.crypto.version === KEY_LAYOUT.accountKeys)
    throw new DecryptionError("the journal is sealed, and the server does not have its key");
  const bytes = unwrapStored(user);
  return user.crypto.version === KEY_LAYOUT.oneKey
    ? { journal: bytes, first: bytes, earlier: bytes }
    : unpackKeys(bytes);
}

/** Key for account data that is not journal text. The server has it even if the journal is sealed. */
export function accountKeyOf(user: KeyRecord, purpose: AccountPurpose): Buffer {
  if (user.crypto.version !== KEY_LAYOUT.accountKeys) return deriveKey(serverHeldKeys(user).first, purpose);
  const at = ACCOUNT_PURPOSES.indexOf(purpose) * KEY_BYTES;
  return unwrapStored(user).subarray(at, at + KEY_BYTES);
}

/** `crypto` of a user whose journal is not sealed. */
export function wrapForServer(userId: number, keys: MemberKeys): UserRecord["crypto"] {
  return wrapKey(packKeys(keys), ownerOf(userId), KEY_LAYOUT.allKeys);
}

/** `crypto` of a user with a sealed journal: account keys only, derived one-way, so that they do not lead to the data keys. */
export function wrapAccountKeys(userId: number, { first }: MemberKeys): UserRecord["crypto"] {
  const derived = ACCOUNT_PURPOSES.map((purpose) => deriveKey(first, purpose));
  return wrapKey(Buffer.concat(derived), ownerOf(userId), KEY_LAYOUT.accountKeys);
}

const fingerprintOf = (key: Buffer) => deriveKey(key, "key-mark").subarray(0, 8).toString("base64url");

/** Fingerprints identify a member's keys without revealing them. */
export const keyFingerprints = ({ journal, earlier }: MemberKeys) => ({
  journal: fingerprintOf(journal),
  earlier: fingerprintOf(earlier),
});

/** Whether the key ring unwraps the stored keys of a user. */
export function canDecrypt(user: KeyRecord): boolean {
  try {
    unwrapStored(user);
    return true;
  } catch {
    return false;
  }
}

/** Key for one purpose: `now` encrypts; `earlier` also decrypts while texts are being re-encrypted. */
export type DerivedKey = { now: Buffer; earlier: Buffer | null };

type KeyHolder = { journalKey: () => Buffer; earlierKey: () => Buffer | null };

/** Members are created per request, so their derived keys are garbage-collected with them. */
const derivedKeys = new WeakMap<KeyHolder, Map<string, DerivedKey>>();

/** The key for a purpose, such as a collection's texts. Cached per member. */
export function deriveMemberKey(member: KeyHolder, purpose: string): DerivedKey {
  const byPurpose = derivedKeys.get(member) ?? new Map<string, DerivedKey>();
  derivedKeys.set(member, byPurpose);
  let key = byPurpose.get(purpose);
  if (!key) {
    const earlier = member.earlierKey();
    key = { now: deriveKey(member.journalKey(), purpose), earlier: earlier && deriveKey(earlier, purpose) };
    byPurpose.set(purpose, key);
  }
  return key;
}

/**
 * Id of a record that a form creates. Sending the form again gives the same id, even if the journal was sealed in between,
 * because it is derived from the first key.
 */
export function deterministicId(member: { firstKey: () => Buffer }, purpose: string, name: string): string {
  const key = deriveKey(member.firstKey(), purpose);
  return deriveKey(key, name).subarray(0, 16).toString("base64url");
}

/** Decrypts with the current key or, during re-encryption, the earlier one. @throws DecryptionError */
export function openWithDerivedKey(key: DerivedKey, sealed: Uint8Array, context: string): Buffer {
  if (!key.earlier) return open(key.now, sealed, context);
  return tryOpen(key.now, sealed, context) ?? open(key.earlier, sealed, context);
}

/** Re-encrypts with the current key if only the earlier key decrypts; null if not needed or not possible. */
export function reencryptIfOld(key: DerivedKey, sealed: unknown, context: string): Buffer | null {
  if (!key.earlier || !sealed) return null;
  const bytes = storedBytes(sealed);
  if (tryOpen(key.now, bytes, context)) return null;
  const plain = tryOpen(key.earlier, bytes, context);
  return plain && seal(key.now, plain, context);
}

/** Decrypts a stored text. Logs `event` and returns null for a text that cannot be decrypted. */
export function readSealedText(
  key: DerivedKey,
  sealed: unknown,
  context: string,
  event: string,
): string | null {
  try {
    return openWithDerivedKey(key, storedBytes(sealed), context).toString("utf8");
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error(event, error);
    return null;
  }
}

type SealedRecord = { _id: string; userId: number; sealed: Buffer | null };

/** Declares the re-encryption of a collection whose records have one text each, encrypted for `purpose`. */
export const textReencryption = <R extends SealedRecord>(
  model: Parameters<typeof reencryption<R, Member>>[0],
  purpose: string,
  contextOf: (record: R) => string,
): Reencryption<Member> =>
  reencryption(model, (member) => {
    const key = deriveMemberKey(member, purpose);
    return (record) => {
      const sealed = reencryptIfOld(key, record.sealed, contextOf(record));
      return sealed && { set: { sealed } as Partial<R> };
    };
  });

/** Declares the re-encryption of one field of the user's record, encrypted for `purpose`. */
export const userFieldReencryption = (
  field: "excludedTags" | "guidance",
  purpose: string,
  contextOf: (member: Member) => string,
): Reencryption<Member> => ({
  kind: field,
  ids: () => Promise.resolve([field]),
  reencrypt: async (member) => {
    const user = await UserModel.findById(member.id)
      .select({ [field]: 1 })
      .lean();
    const before = user?.[field];
    const sealed = reencryptIfOld(deriveMemberKey(member, purpose), before, contextOf(member));
    if (!sealed) return 0;
    // Compare-and-set on the ciphertext: a value saved concurrently stays as saved.
    const update = { $set: { [field]: sealed } };
    return (await UserModel.updateOne({ _id: member.id, [field]: before }, update)).modifiedCount;
  },
});

/**
 * P-256 key pair for the offline queues of a member's devices. Derived from the first key, so that it survives sealing,
 * unsealing and a rotation of the key ring.
 */
export function deviceKey(member: Pick<Member, "firstKey">): JsonWebKey {
  const scalar = deriveKey(member.firstKey(), "device-queue");
  // Clears the top bit, so that the scalar is below the order of the curve.
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  return {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: scalar.toString("base64url"),
  };
}
