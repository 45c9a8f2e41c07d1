import { Schema } from "mongoose";
import type { CountedItem, ScriptureDay } from "~/domain/administration/statistics/scripture-stats";
import { defineModel } from "./db/define-model.server";

/** What was prayed with on a day that is over: references and names of prompts with counts, and no one's name. */
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
