import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * A form that met a session that was over, or a prayer of someone without an account: kept for an hour or a day, sealed with
 * a key that only the browser's cookie holds.
 */
export type DeferredFormRecord = {
  _id: string;
  kind?: "prayer";
  /** A keyed hash of the client's subnet: the fullest one gives way first. */
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
