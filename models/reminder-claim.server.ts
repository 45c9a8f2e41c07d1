import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The claim on a push reminder, so that only one process sends it. */
export type ReminderClaimRecord = {
  /** "7|2026-11-21-morning" */
  _id: string;
  userId: number;
  expiresAt: Date;
};

const schema = new Schema<ReminderClaimRecord>(
  { _id: String, userId: { type: Number, required: true }, expiresAt: { type: Date, required: true } },
  { versionKey: false, collection: "reminderClaims" },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ReminderClaimModel = defineModel<ReminderClaimRecord>("ReminderClaim", schema);
