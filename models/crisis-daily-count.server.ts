import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** How often in a day the way to help was shown. No person, no text, no entry: numbers only. */
export type CrisisDailyCountRecord = {
  /** The day in UTC, YYYY-MM-DD. */
  _id: string;
  /** Times a gentle line was shown. */
  gentle: number;
  /** Times the whole text of help was shown. */
  urgent: number;
};

const schema = new Schema<CrisisDailyCountRecord>(
  {
    _id: String,
    gentle: { type: Number, default: 0 },
    urgent: { type: Number, default: 0 },
  },
  { versionKey: false, collection: "crisisDays" },
);

export const CrisisDailyCountModel = defineModel<CrisisDailyCountRecord>("CrisisDay", schema);
