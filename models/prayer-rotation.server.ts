import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The order of a person's intentions, one record per person; ids and rhythms are sealed. */
export type PrayerRotationRecord = {
  /** The person's number. */
  _id: number;
  userId: number;
  /** Rises with every change, so that of two changes at once neither is lost. */
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
