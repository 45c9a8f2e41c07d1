import { Schema } from "mongoose";
import { PRAYER_STATES, type Intention, type IntentionText } from "~/domain/journal/prayers/intention";
import { defineModel } from "./db/define-model.server";

/** An intention of prayer. `sealed` contains name, note, recurrence and outcome; the other fields serve lists. */
export type PrayerRecord = Omit<Intention, "id" | keyof IntentionText> & {
  /** User id and 128 random bits: "7.kq3f…", so that an imported file cannot name another user's intention. */
  _id: string;
  userId: number;
  /** Blind-index terms of its words. */
  words: string[];
  /** WORDS_VERSION of `words`; absent for the first version. */
  wordsVersion?: number;
  sealed: Buffer;
};

const schema = new Schema<PrayerRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    state: { type: String, enum: PRAYER_STATES, required: true },
    since: { type: String, required: true },
    laidOn: { type: String, default: null },
    shared: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    words: { type: [String], default: [] },
    wordsVersion: { type: Number },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "prayers" },
);
// Current intentions (laidOn is null), newest first, and those laid down, latest first.
schema.index({ userId: 1, laidOn: -1, createdAt: -1, _id: -1 });
schema.index({ userId: 1, state: 1 });
schema.index({ userId: 1, words: 1, createdAt: -1, _id: -1 });

export const PrayerModel = defineModel<PrayerRecord>("Prayer", schema);
