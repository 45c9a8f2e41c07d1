import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A prayer request of a member to everyone with an account. `sealed` contains its text, initial and outcome, encrypted for the operator. */
export type PrayerRequestRecord = {
  _id: string;
  userId: number;
  sealed: Buffer;
  createdAt: Date;
  /** The request is open until then, or until the member ends it. */
  openUntil: Date;
  endedAt: Date | null;
  /** Null until a keeper has approved it. */
  approvedAt: Date | null;
  /** A slot of the member while the request is open; unique, so that parallel requests cannot exceed the limit. */
  slot?: string;
  /** When it is destroyed. */
  expiresAt: Date;
};

const schema = new Schema<PrayerRequestRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
    openUntil: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    approvedAt: { type: Date, default: null },
    slot: { type: String },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "prayerRequests" },
);
schema.index({ userId: 1 });
schema.index({ slot: 1 }, { unique: true, sparse: true });
schema.index({ endedAt: 1, openUntil: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PrayerRequestModel = defineModel<PrayerRequestRecord>("PrayerRequest", schema);
