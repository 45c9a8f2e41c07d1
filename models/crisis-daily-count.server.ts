import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** How often crisis help was shown on a day, without users, texts or entries. */
export type CrisisDailyCountRecord = {
  /** The day in UTC, YYYY-MM-DD. */
  _id: string;
  /** Shown as a gentle line. */
  gentle: number;
  /** Shown as the full text of help. */
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
