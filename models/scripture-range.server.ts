import { Schema } from "mongoose";
import type { RangeStats } from "~/domain/administration/statistics/scripture-stats";
import { defineModel } from "./db/define-model.server";

/** Scripture statistics over a number of days, aggregated once a day, so that a page reads one record. */
export type ScriptureRangeRecord = {
  /** The number of days. */
  _id: number;
  /** The last day included. */
  upTo: string;
  figures: RangeStats;
};

const schema = new Schema<ScriptureRangeRecord>(
  {
    _id: Number,
    upTo: { type: String, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, collection: "scriptureRanges", minimize: false },
);

export const ScriptureRangeModel = defineModel<ScriptureRangeRecord>("ScriptureRange", schema);
