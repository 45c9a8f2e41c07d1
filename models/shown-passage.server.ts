import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * That a passage or a question of the library was shown to someone for one reflection, once: for counting what is
 * skipped, never for looking one person up. The person is part of a keyed fingerprint, which is forgotten after ten days.
 */
export type ShownPassageRecord = {
  _id: string;
  /** The day (UTC) on which it was shown first. */
  day: string;
  kind: "passage" | "prompt";
  name: string;
  expiresAt: Date;
};

const schema = new Schema<ShownPassageRecord>(
  {
    _id: String,
    day: { type: String, required: true },
    kind: { type: String, enum: ["passage", "prompt"], required: true },
    name: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "shownPassages" },
);
schema.index({ day: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ShownPassageModel = defineModel<ShownPassageRecord>("ShownPassage", schema);
