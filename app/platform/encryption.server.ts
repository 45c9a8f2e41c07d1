import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { currentKeyRing, reloadKeyRing, secrets, type KeyRingEntry } from "./secrets.server";

/**
 * Encryption at rest: AES-256-GCM with a random 96-bit nonce. The associated data names the record and field, so a value
 * copied to another record or field does not decrypt. Layout: format byte 1, nonce 12, tag 16, ciphertext.
 */
const FORMAT = 1;
const NONCE = 12;
const TAG = 16;

export class DecryptionError extends Error {
  override name = "DecryptionError";
}

/** Encrypts `plain` with a 32-byte key; `associatedData` is for example `entries|ID|content|1`. */
export function seal(key: Buffer, plain: Buffer | string, associatedData: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(associatedData));
  const body = Buffer.concat([
    typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain),
    cipher.final(),
  ]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), body]);
}

/** Whether a value has the layout of `seal`, without decrypting it. */
export function isSealedValue(bytes: Uint8Array): boolean {
  return bytes.length >= 1 + NONCE + TAG && bytes[0] === FORMAT;
}

/** Decrypts a value of `seal`. @throws DecryptionError for another key, other `associatedData` or a changed byte */
export function open(key: Buffer, sealed: Uint8Array, associatedData: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < 1 + NONCE + TAG || bytes[0] !== FORMAT)
    throw new DecryptionError(`${associatedData} is not a sealed value`);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG));
  try {
    const plain = decipher.update(bytes.subarray(1 + NONCE + TAG));
    // Verifies the tag; in GCM it returns no further bytes.
    decipher.final();
    return plain;
  } catch {
    throw new DecryptionError(`${associatedData} does not open`);
  }
}

/** Decrypts a value of `seal`; null for another key, other `associatedData` or a changed byte. */
export function tryOpen(key: Buffer, sealed: Uint8Array, associatedData: string): Buffer | null {
  try {
    return open(key, sealed, associatedData);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return null;
  }
}

/** A user's stored keys, wrapped by the operator's ring key `keyId`; `version` identifies their kind. */
export type WrappedKey = { wrappedKey: Buffer; keyId: string; version: number };

const ringKey = (id: string, ring: readonly KeyRingEntry[]) => {
  let entry = ring.find((candidate) => candidate.id === id);
  if (!entry && ring === secrets.keyRing) {
    // Another process may have rotated the ring.
    reloadKeyRing();
    entry = secrets.keyRing.find((candidate) => candidate.id === id);
  }
  if (!entry) throw new DecryptionError(`the key ring has no key ${id}`);
  return entry.key;
};

/** Creates a data key for `owner` (for example `users|7`) and wraps it with the newest key of the ring. */
export function newWrappedKey(owner: string, ring: readonly KeyRingEntry[] = currentKeyRing()): WrappedKey {
  return wrapKey(randomBytes(32), owner, 1, ring);
}

/** Wraps existing keys with the newest key of the ring. */
export function wrapKey(
  keys: Buffer,
  owner: string,
  version: number,
  ring: readonly KeyRingEntry[] = currentKeyRing(),
): WrappedKey {
  const newest = ring[0];
  if (!newest) throw new DecryptionError("the key ring is empty");
  const wrappedKey = seal(newest.key, keys, `${owner}|dataKey|${version}`);
  return { wrappedKey, keyId: newest.id, version };
}

/** Unwraps the keys of `owner`. @throws DecryptionError if the ring lacks the key that wrapped them */
export function unwrapKey(
  wrapped: { wrappedKey: Uint8Array; keyId: string; version: number },
  owner: string,
  ring: readonly KeyRingEntry[] = secrets.keyRing,
): Buffer {
  return open(ringKey(wrapped.keyId, ring), wrapped.wrappedKey, `${owner}|dataKey|${wrapped.version}`);
}

/** Encrypts an operator's record (a message, not journal text) with the newest ring key. Layout: id length, id, value of `seal`. */
export function sealForOperator(
  plain: string,
  associatedData: string,
  ring: readonly KeyRingEntry[] = currentKeyRing(),
): Buffer {
  const newest = ring[0];
  if (!newest) throw new DecryptionError("the key ring is empty");
  const id = Buffer.from(newest.id);
  return Buffer.concat([Buffer.of(id.length), id, seal(newest.key, plain, associatedData)]);
}

/** The id of the ring key that encrypted a value of `sealForOperator`; null for an empty value. */
export function operatorKeyId(sealed: Uint8Array): string | null {
  const [length = 0] = sealed;
  return length > 0 ? Buffer.from(sealed.subarray(1, 1 + length)).toString() : null;
}

/** Decrypts a value of `sealForOperator`. @throws DecryptionError */
export function openForOperator(
  sealed: Uint8Array,
  associatedData: string,
  ring: readonly KeyRingEntry[] = secrets.keyRing,
): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const id = operatorKeyId(bytes) ?? "";
  return open(ringKey(id, ring), bytes.subarray(1 + (bytes[0] ?? 0)), associatedData).toString("utf8");
}

const NO_SALT = Buffer.alloc(32);
const FIRST_BLOCK = Buffer.of(1);

/**
 * Derives the key for one purpose from a data key: HKDF-SHA-256 without salt, first block of 32 bytes (RFC 5869). Node's
 * own HKDF starts a job for each call and costs three times as much; a page derives ten keys.
 */
export function deriveKey(dataKey: Buffer, purpose: string): Buffer {
  const extracted = createHmac("sha256", NO_SALT).update(dataKey).digest();
  return createHmac("sha256", extracted).update(purpose).update(FIRST_BLOCK).digest();
}

/**
 * A blind-index term: HMAC-SHA-256 truncated to 64 bits, for equality search on encrypted text. It reveals which of a
 * user's entries share a word, but not the word.
 */
export function blindIndex(key: Buffer, value: string): string {
  return createHmac("sha256", key)
    .update(value.normalize("NFC").toLowerCase())
    .digest()
    .subarray(0, 8)
    .toString("base64url");
}
