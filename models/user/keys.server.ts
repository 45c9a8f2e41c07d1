import { Schema } from "mongoose";

/** Keys wrapped by one of the operator's ring; `version` says what is inside (member/member-keys.server.ts). */
export type StoredKeys = { wrappedKey: Buffer; keyId: string; version: number };

/** How a password becomes a key: scrypt with these numbers. */
type Stretching = { salt: Buffer; N: number; r: number; p: number };

/** A person's keys, wrapped by what only they know. */
export type SealedKeys = {
  stretching: Stretching;
  /** Wrapped by the password, and around that by the ring, so that a stolen database is no use for guessing passwords. */
  byPassword: StoredKeys;
  /** Wrapped by each recovery code that has not been used. */
  byCode: Buffer[];
};

/** A person's keys, wrapped by what one of their passkeys computes for us (PRF) after a finger, a face or a PIN. */
export type PasskeyWrap = {
  /** The passkey's own name. */
  passkey: string;
  wrapped: Buffer;
};

/** Tell keys apart without telling them: that of a sealed journal, and the one it had before. */
type KeyFingerprints = { journal: string; earlier: string };

/** A sealed journal: the server holds no key to it. */
type Sealing = SealedKeys & {
  since: Date;
  marks?: KeyFingerprints;
  /** Of the passkeys that may open the journal too; absent where that was never allowed to one. */
  byPasskey?: PasskeyWrap[];
};

/** The codes have been shown, and none has been typed back yet. */
export type PendingSeal = SealedKeys & { at: Date };

/**
 * Texts are being written again with a new key: which kind is at work, and how far it has come. Two rounds, because a
 * request that began before the change may end after the first.
 */
export type KeyReencryption = { since: Date; round: number; kind: string; after: string; done: number };

/**
 * Someone who has lost password and codes of a sealed journal begins again: on `endsAt` its text is destroyed and this password
 * counts. `emptying`: its key is gone, and its records follow.
 */
type NewBeginning = { passwordHash: string; endsAt: Date; emptying: boolean };

/** The keys of a person's texts. */
export type KeysPart = {
  crypto: StoredKeys;
  /** While the journal is sealed. */
  sealing: Sealing | null;
  sealOffer: PendingSeal | null;
  beginning: NewBeginning | null;
  keyMove: KeyReencryption | null;
};

const storedKeys = new Schema<StoredKeys>(
  { wrappedKey: Buffer, keyId: String, version: Number },
  { _id: false },
);
const stretching = new Schema<Stretching>({ salt: Buffer, N: Number, r: Number, p: Number }, { _id: false });
const sealedKeys = { stretching, byPassword: storedKeys, byCode: [Buffer] };
const marks = new Schema<KeyFingerprints>({ journal: String, earlier: String }, { _id: false });
const passkeyWrap = new Schema<PasskeyWrap>({ passkey: String, wrapped: Buffer }, { _id: false });
const sealing = new Schema<Sealing>(
  { ...sealedKeys, since: Date, marks, byPasskey: { type: [passkeyWrap], default: undefined } },
  { _id: false },
);
const sealOffer = new Schema<PendingSeal>({ ...sealedKeys, at: Date }, { _id: false });
const keyMove = new Schema<KeyReencryption>(
  { since: Date, round: Number, kind: String, after: String, done: Number },
  { _id: false },
);

const beginning = new Schema<NewBeginning>(
  { passwordHash: String, endsAt: Date, emptying: Boolean },
  { _id: false },
);

export const keysPart = new Schema<KeysPart>(
  {
    crypto: { type: storedKeys, required: true },
    sealing: { type: sealing, default: null },
    sealOffer: { type: sealOffer, default: null },
    beginning: { type: beginning, default: null },
    keyMove: { type: keyMove, default: null },
  },
  { _id: false },
);
// Of many users only those who begin again.
keysPart.index(
  { "beginning.endsAt": 1 },
  { partialFilterExpression: { "beginning.endsAt": { $gt: new Date(0) } } },
);

/** A key in a phone, a computer or on a keyring that opens the account. Only its public half is here. */
export type PasskeyRecord = {
  /** The name that the authenticator gave it, base64url. */
  id: string;
  /** COSE. */
  publicKey: Buffer;
  /** How often it was used, where the authenticator counts; else 0. */
  counter: number;
  transports: string[];
  /** What the authenticator knows its person by; says nothing about them. */
  handle: string;
  /** What its person calls it. */
  name: string;
  createdAt: Date;
  /** The month in which it was last used, "2026-11"; empty before the first use. */
  lastMonth: string;
};

/** Absent for someone who has never had one. */
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
  // `id` is a field of ours here.
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
