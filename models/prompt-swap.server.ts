import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The prompts that a user received in place of the default one, for one slot of a day. */
export type PromptSwapRecord = {
  /** "7|2026-11-21|morning" */
  _id: string;
  userId: number;
  date: string;
  /** In the order shown; the last one is current. */
  ids: string[];
  /** The number of swaps, except to own prompts that the user picked. */
  count: number;
  /** The form that changed it last, so that a repeat changes nothing. */
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
// Recent swaps, for the statistics of the library.
schema.index({ date: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PromptSwapModel = defineModel<PromptSwapRecord>("PromptSwap", schema);
