import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * The second half of what opens the keys of a sealed journal between password and code; the browser's cookie has the first.
 * Gone when the code is right, or after five minutes: then the cookie opens nothing, for nobody.
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
