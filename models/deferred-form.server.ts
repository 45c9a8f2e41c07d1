import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * A form submitted with an expired session (stored for an hour), or a prayer of an anonymous visitor (for a day). The key of
 * `sealed` is only in the browser's cookie.
 */
export type DeferredFormRecord = {
  _id: string;
  kind?: "prayer";
  /** A keyed hash of the client's subnet. The subnet with the most records is evicted first. */
  network?: string;
  sealed: Buffer;
  expiresAt: Date;
};

const schema = new Schema<DeferredFormRecord>(
  {
    _id: String,
    kind: String,
    network: String,
    sealed: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "heldPosts" },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const DeferredFormModel = defineModel<DeferredFormRecord>("SavedPost", schema);
