import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The order of a person's intentions, one record per person; ids and rhythms are sealed. */
export type PrayerTurnRecord = {
  /** The person's number. */
  _id: number;
  userId: number;
  /** Rises with every change, so that of two changes at once neither is lost. */
  version: number;
  sealed: Buffer;
};

const schema = new Schema<PrayerTurnRecord>(
  {
    _id: Number,
    userId: { type: Number, required: true },
    version: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "prayerTurns" },
);
schema.index({ userId: 1 });

export const PrayerTurnModel = defineModel<PrayerTurnRecord>("PrayerTurn", schema);
