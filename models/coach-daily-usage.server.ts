import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The number of a user's messages to coaches on a day. Deleting a conversation refunds none. */
export type CoachDailyUsageRecord = {
  /** "7|2026-11-21" */
  _id: string;
  userId: number;
  count: number;
  expiresAt: Date;
};

const schema = new Schema<CoachDailyUsageRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "coachDays" },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const CoachDailyUsageModel = defineModel<CoachDailyUsageRecord>("CoachDay", schema);
