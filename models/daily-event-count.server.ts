import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The number of events of a kind on a day (UTC), without users. */
export type DailyEventCountRecord = {
  /** "2026-11-21|cancelled:too_dear" */
  _id: string;
  day: string;
  event: string;
  count: number;
  expiresAt: Date;
};

const schema = new Schema<DailyEventCountRecord>(
  {
    _id: String,
    day: { type: String, required: true },
    event: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "eventDays" },
);
schema.index({ day: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const DailyEventCountModel = defineModel<DailyEventCountRecord>("EventDay", schema);
