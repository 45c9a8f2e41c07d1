import { Schema } from "mongoose";
import type { CountedItem, ScriptureDay } from "~/domain/administration/statistics/scripture-stats";
import { defineModel } from "./db/define-model.server";

/** Counts of the passages and prompts used on a past day, without users. */
export type DailyScriptureRecord = Omit<ScriptureDay, "day"> & { _id: string };

const counted = {
  type: [
    new Schema<CountedItem>(
      { name: String, count: Number, verses: { type: Number, default: 0 } },
      { _id: false },
    ),
  ],
  default: [],
};
const schema = new Schema<DailyScriptureRecord>(
  {
    _id: String,
    prayed: counted,
    begun: counted,
    answered: counted,
    served: counted,
    shown: counted,
    changed: counted,
  },
  { versionKey: false, collection: "dailyScripture" },
);

export const DailyScriptureModel = defineModel<DailyScriptureRecord>("DailyScripture", schema);
