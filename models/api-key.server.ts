import { Schema } from "mongoose";
import { KEY_SCOPES, type KeyScope } from "~/domain/portability/api/api-key";
import { defineModel } from "./db/define-model.server";

/** A user's API key, stored as a hash. */
export type ApiKeyRecord = {
  _id: string;
  userId: number;
  /** Slot among the user's keys. The unique index limits their number. */
  place: number;
  hash: string;
  name: string;
  scope: KeyScope;
  /** The key is valid while it equals the user's stamp, so a new password revokes every key. */
  securityStamp: string;
  createdAt: Date;
  /** The month of the last use, "2026-11"; empty before the first. */
  lastMonth: string;
  expiresAt: Date;
};

const schema = new Schema<ApiKeyRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    place: { type: Number, required: true },
    hash: { type: String, required: true },
    name: { type: String, required: true },
    scope: { type: String, enum: KEY_SCOPES, required: true },
    securityStamp: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastMonth: { type: String, default: "" },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "accessKeys" },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ userId: 1, place: 1 }, { unique: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ApiKeyModel = defineModel<ApiKeyRecord>("AccessKey", schema);
