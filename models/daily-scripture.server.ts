import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** `verses`: how long a passage is; 0 for a prompt. */
type Counted = { name: string; count: number; verses: number };

/** What was prayed with on a day that is over: references and names of prompts with counts, and no one's name. */
export type DailyScriptureRecord = {
  _id: string;
  /** Passages of entries that were finished, and of drafts that still wait. */
  prayed: Counted[];
  begun: Counted[];
  /** Prompts that were answered. */
  answered: Counted[];
  /** Reflections in which a passage or a prompt was shown, and prompts that were changed for another. */
  served: Counted[];
  shown: Counted[];
  changed: Counted[];
};

const counted = {
  type: [
    new Schema<Counted>(
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
