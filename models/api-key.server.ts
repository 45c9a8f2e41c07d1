import { Schema } from "mongoose";
import { KEY_SCOPES, type KeyScope } from "~/domain/portability/api/api-key";
import { defineModel } from "./db/define-model.server";

/** A key by which a program of a person's own reads their journal or adds to it. Only its hash is kept. */
export type ApiKeyRecord = {
  _id: string;
  userId: number;
  /** Its place among the person's keys: unique, so that there are never more than there are places. */
  place: number;
  hash: string;
  /** What its person calls it. */
  name: string;
  scope: KeyScope;
  /** Equal to the user's stamp, or the key is over: a new password ends every key. */
  securityStamp: string;
  createdAt: Date;
  /** The month in which it was last used, "2026-11"; empty before the first use. */
  lastMonth: string;
  /** When it ends and is forgotten. */
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
