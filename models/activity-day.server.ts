import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * That someone was here on a day (UTC): for counting who comes back, never for looking one person up. The person is a
 * keyed fingerprint, and it is forgotten after forty days.
 */
export type ActivityDayRecord = {
  /** "2026-11-21|fingerprint": once a day, however often they come. */
  _id: string;
  expiresAt: Date;
};

const schema = new Schema<ActivityDayRecord>(
  { _id: String, expiresAt: { type: Date, required: true } },
  { versionKey: false, collection: "activityDays" },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ActivityDayModel = defineModel<ActivityDayRecord>("ActivityDay", schema);
