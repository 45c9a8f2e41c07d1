import { Schema } from "mongoose";

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
