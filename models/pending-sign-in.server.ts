import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * One half of the key that unlocks a sealed journal between password and two-step code; the browser's cookie has the other.
 * Deleted after a correct code or five minutes, which makes the cookie useless.
 */
export type PendingSignInRecord = {
  /** SHA-256 of an id in the cookie, base64url. */
  _id: string;
  userId: number;
  half: Buffer;
  expiresAt: Date;
};

const schema = new Schema<PendingSignInRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    half: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "pendingSignIns" },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PendingSignInModel = defineModel<PendingSignInRecord>("PendingSignIn", schema);
