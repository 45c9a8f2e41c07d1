import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The questions that a person was given in place of the day's own, for one slot of one day. */
export type PromptSwapRecord = {
  /** "7|2026-11-21|morning" */
  _id: string;
  userId: number;
  date: string;
  /** In the order shown; the last one is the current one. */
  ids: string[];
  /** How often it was changed; a question of one's own that was picked by hand does not count. */
  count: number;
  /** The form that changed it last, so that its repeat changes nothing. */
  savedBy: string;
  expiresAt: Date;
};

const schema = new Schema<PromptSwapRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    date: { type: String, required: true },
    ids: { type: [String], default: [] },
    count: { type: Number, required: true },
    savedBy: { type: String, default: "" },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "promptSwaps" },
);
schema.index({ userId: 1, date: 1 });
// How often questions were changed lately, for the figures of the library.
schema.index({ date: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PromptSwapModel = defineModel<PromptSwapRecord>("PromptSwap", schema);
