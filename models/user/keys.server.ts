import { Schema } from "mongoose";

/** Keys wrapped by a key of the operator's ring; `version` identifies their kind (member/member-keys.server.ts). */
export type StoredKeys = { wrappedKey: Buffer; keyId: string; version: number };

/** Parameters of scrypt, which derives a key from the password. */
type Stretching = { salt: Buffer; N: number; r: number; p: number };

/** A user's keys, wrapped by secrets that only the user has. */
export type SealedKeys = {
  stretching: Stretching;
  /** Wrapped by the password and then by the ring, so that a stolen database does not allow guessing passwords. */
  byPassword: StoredKeys;
  /** Wrapped by each unused recovery code. */
  byCode: Buffer[];
};

/** A user's keys, wrapped by the PRF output of a passkey. */
export type PasskeyWrap = {
  /** The id of the passkey. */
  passkey: string;
  wrapped: Buffer;
};

/** Fingerprints of the current and the previous journal key. */
type KeyFingerprints = { journal: string; earlier: string };

/** A sealed journal, whose key the server does not have. */
type Sealing = SealedKeys & {
  since: Date;
  marks?: KeyFingerprints;
  /** Wraps of passkeys that may unlock the journal; absent if none ever could. */
  byPasskey?: PasskeyWrap[];
};

/** A pending seal: the recovery codes were shown, but not confirmed yet. */
export type PendingSeal = SealedKeys & { at: Date };

/**
 * The progress of a re-encryption with a new key: the current kind and the last record done. It takes two rounds, because a
 * request that started before the key change may write after the first.
 */
export type KeyReencryption = { since: Date; round: number; kind: string; after: string; done: number };

/**
 * The pending reset of a sealed journal without password and codes. At `endsAt` its text is destroyed and this password takes
 * effect. `emptying`: the key is deleted, and the records are being deleted.
 */
type JournalReset = { passwordHash: string; endsAt: Date; emptying: boolean };

/** The keys that encrypt a user's texts, and pending changes of them. */
export type KeysPart = {
  crypto: StoredKeys;
  /** Set while the journal is sealed. */
  sealing: Sealing | null;
  sealOffer: PendingSeal | null;
  beginning: JournalReset | null;
  keyMove: KeyReencryption | null;
};

const storedKeys = new Schema<StoredKeys>(
  { wrappedKey: Buffer, keyId: String, version: Number },
  { _id: false },
);
const stretching = new Schema<Stretching>({ salt: Buffer, N: Number, r: Number, p: Number }, { _id: false });
const sealedKeys = { stretching, byPassword: storedKeys, byCode: [Buffer] };
const keyFingerprints = new Schema<KeyFingerprints>({ journal: String, earlier: String }, { _id: false });
const passkeyWrap = new Schema<PasskeyWrap>({ passkey: String, wrapped: Buffer }, { _id: false });
const sealing = new Schema<Sealing>(
  {
    ...sealedKeys,
    since: Date,
    marks: keyFingerprints,
    byPasskey: { type: [passkeyWrap], default: undefined },
  },
  { _id: false },
);
const pendingSeal = new Schema<PendingSeal>({ ...sealedKeys, at: Date }, { _id: false });
const keyReencryption = new Schema<KeyReencryption>(
  { since: Date, round: Number, kind: String, after: String, done: Number },
  { _id: false },
);

const journalReset = new Schema<JournalReset>(
  { passwordHash: String, endsAt: Date, emptying: Boolean },
  { _id: false },
);

export const keysPart = new Schema<KeysPart>(
  {
    crypto: { type: storedKeys, required: true },
    sealing: { type: sealing, default: null },
    sealOffer: { type: pendingSeal, default: null },
    beginning: { type: journalReset, default: null },
    keyMove: { type: keyReencryption, default: null },
  },
  { _id: false },
);
// Only users with a pending reset.
keysPart.index(
  { "beginning.endsAt": 1 },
  { partialFilterExpression: { "beginning.endsAt": { $gt: new Date(0) } } },
);

/** A passkey of an account. */
export type PasskeyRecord = {
  /** The credential id, base64url. */
  id: string;
  /** Encoded as COSE (RFC 9052). */
  publicKey: Buffer;
  /** The signature counter; 0 if the authenticator has none. */
  counter: number;
  transports: string[];
  /** The random user handle that the authenticator stores. */
  handle: string;
  /** The name chosen by the user. */
  name: string;
  createdAt: Date;
  /** The month of the last use, "2026-11"; empty before the first. */
  lastMonth: string;
};

/** Absent for a user who never had a passkey. */
export type PasskeysPart = { passkeys?: PasskeyRecord[] };

const passkey = new Schema<PasskeyRecord>(
  {
    id: String,
    publicKey: Buffer,
    counter: Number,
    transports: [String],
    handle: String,
    name: String,
    createdAt: Date,
    lastMonth: String,
  },
  // `id: false` disables mongoose's virtual getter, because `id` is a stored field.
  { _id: false, id: false },
);

export const passkeysPart = new Schema<PasskeysPart>(
  { passkeys: { type: [passkey], default: undefined } },
  { _id: false },
);
passkeysPart.index(
  { "passkeys.id": 1 },
  { unique: true, partialFilterExpression: { "passkeys.id": { $gt: "" } } },
);
