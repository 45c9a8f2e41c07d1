import { createECDH } from "node:crypto";
import { storedBytes } from "#models/db/queries.server";
import type { UserRecord } from "#models/user.server";
import { DecryptionError, deriveKey, open, seal, unwrapKey, wrapKey } from "~/platform/encryption.server";
import type { DeviceJwk } from "./device-key";
import { ACCOUNT_PURPOSES, type AccountPurpose, type Member } from "./member";

/**
 * The keys of one person, and the one place that knows how they are stored.
 *
 * `journal` seals what is written now. `first` is the key that the account was made with: ids are derived from it, so
 * that they stay what they are. `earlier` is the key before `journal`, for texts that have not been written again yet.
 */
export type MemberKeys = { journal: Buffer; first: Buffer; earlier: Buffer };

const KEY_BYTES = 32;

/** The keys as one value, for wrapping them. */
export const packKeys = ({ journal, first, earlier }: MemberKeys): Buffer =>
  Buffer.concat([journal, first, earlier]);

export function unpackKeys(packed: Buffer): MemberKeys {
  if (packed.length !== 3 * KEY_BYTES) throw new DecryptionError("these are not the keys of a person");
  const part = (at: number) => packed.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES);
  return { journal: part(0), first: part(1), earlier: part(2) };
}

/** What `crypto` of a user's record holds. */
const KEY_LAYOUT = { oneKey: 1, allKeys: 2, accountKeys: 3 } as const;

const ownerOf = (userId: number) => `users|${userId}`;

export type KeyRecord = Pick<UserRecord, "_id" | "crypto">;

function stored({ _id, crypto }: KeyRecord): Buffer {
  return unwrapKey({ ...crypto, wrappedKey: storedBytes(crypto.wrappedKey) }, ownerOf(_id));
}

/** The keys as the server's ring gives them out; it holds none for someone whose journal is sealed. */
export function serverHeldKeys(user: KeyRecord): MemberKeys {
  if (user.crypto.version === KEY_LAYOUT.accountKeys)
    throw new DecryptionError("the journal is sealed, and its key is not here");
  const held = stored(user);
  return user.crypto.version === KEY_LAYOUT.oneKey
    ? { journal: held, first: held, earlier: held }
    : unpackKeys(held);
}

/** A key for something of the account that is no text of the person's; always there. */
export function accountKeyOf(user: KeyRecord, purpose: AccountPurpose): Buffer {
  if (user.crypto.version !== KEY_LAYOUT.accountKeys) return deriveKey(serverHeldKeys(user).first, purpose);
  const at = ACCOUNT_PURPOSES.indexOf(purpose) * KEY_BYTES;
  return stored(user).subarray(at, at + KEY_BYTES);
}

/** `crypto` of someone who leaves their keys to the server. */
export function wrapForServer(userId: number, keys: MemberKeys): UserRecord["crypto"] {
  return wrapKey(packKeys(keys), ownerOf(userId), KEY_LAYOUT.allKeys);
}

/** `crypto` of someone who does not: keys derived one way, so that the journal's cannot be derived from them. */
export function wrapAccountKeys(userId: number, { first }: MemberKeys): UserRecord["crypto"] {
  const derived = ACCOUNT_PURPOSES.map((purpose) => deriveKey(first, purpose));
  return wrapKey(Buffer.concat(derived), ownerOf(userId), KEY_LAYOUT.accountKeys);
}

/** What tells two keys apart and leads back to neither. */
const markOf = (key: Buffer) => deriveKey(key, "key-mark").subarray(0, 8).toString("base64url");

/** Which keys someone has, told to those who hold none of them. */
export const keyFingerprints = ({ journal, earlier }: MemberKeys) => ({
  journal: markOf(journal),
  earlier: markOf(earlier),
});

/** Whether the operator's keys open what is stored of a person's keys. */
export function canDecrypt(user: KeyRecord): boolean {
  try {
    stored(user);
    return true;
  } catch {
    return false;
  }
}

/** One of a person's keys for one purpose, and the one before it while texts are moving from that to this. */
export type DerivedKey = { now: Buffer; earlier: Buffer | null };

type KeyHolder = { journalKey: () => Buffer; earlierKey: () => Buffer | null };

/** A person is made new for every request and forgotten with it. */
const derived = new WeakMap<KeyHolder, Map<string, DerivedKey>>();

/** The seam through which everything sealed for a person gets its key. */
export function deriveMemberKey(person: KeyHolder, purpose: string): DerivedKey {
  const known = derived.get(person) ?? new Map<string, DerivedKey>();
  derived.set(person, known);
  const key = known.get(purpose) ?? derivedFor(person, purpose);
  known.set(purpose, key);
  return key;
}

function derivedFor(person: KeyHolder, purpose: string): DerivedKey {
  const earlier = person.earlierKey();
  return { now: deriveKey(person.journalKey(), purpose), earlier: earlier && deriveKey(earlier, purpose) };
}

/**
 * The id of what a form makes: it repeats with the form, is no one else's, and stays what it is when the person's key
 * becomes another one, as when they seal their journal while a form waits to be sent again.
 */
export function deterministicId(person: { firstKey: () => Buffer }, purpose: string, name: string): string {
  const key = deriveKey(person.firstKey(), purpose);
  return deriveKey(key, name).subarray(0, 16).toString("base64url");
}

/** Opens what was sealed with `key.now`, or before it with the earlier one. @throws DecryptionError */
export function openWithDerivedKey(key: DerivedKey, sealed: Uint8Array, place: string): Buffer {
  if (!key.earlier) return open(key.now, sealed, place);
  return opens(key.now, sealed, place) ?? open(key.earlier, sealed, place);
}

/** Seals again with `key.now` what only the earlier key opens; null for what need not, or cannot, be moved. */
export function reencryptIfOld(key: DerivedKey, sealed: unknown, place: string): Buffer | null {
  if (!key.earlier || !sealed) return null;
  const bytes = storedBytes(sealed);
  if (opens(key.now, bytes, place)) return null;
  const plain = opens(key.earlier, bytes, place);
  return plain && seal(key.now, plain, place);
}

function opens(key: Buffer, sealed: Uint8Array, place: string): Buffer | null {
  try {
    return open(key, sealed, place);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

/**
 * The member's key pair for the offline queue of their devices: P-256, derived from the first key of the account, so that it
 * survives sealing, unsealing and a rotation of the key ring.
 */
export function deviceKey(member: Pick<Member, "firstKey">): DeviceJwk {
  const scalar = deriveKey(member.firstKey(), "device-queue");
  // Keeps the scalar below the order of the curve.
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
