import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The rotation of a user's intentions; `sealed` contains ids and recurrences. */
export type PrayerRotationRecord = {
  /** The user id. */
  _id: number;
  userId: number;
  /** For optimistic locking: increases with every change. */
  version: number;
  sealed: Buffer;
};

const schema = new Schema<PrayerRotationRecord>(
  {
    _id: Number,
    userId: { type: Number, required: true },
    version: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "prayerTurns" },
);
schema.index({ userId: 1 });

export const PrayerRotationModel = defineModel<PrayerRotationRecord>("PrayerTurn", schema);
