import { Schema } from "mongoose";
import { PRAYER_STATES, type Intention, type IntentionText } from "~/domain/journal/prayers/intention";
import { defineModel } from "./db/define-model.server";

/**
 * A person or a matter that someone holds in prayer. Its name, its line, its rhythm and what came of it are inside
 * `sealed`; outside is only what lists need.
 */
export type PrayerRecord = Omit<Intention, "id" | keyof IntentionText> & {
  /** The person's number and 128 random bits: "7.kq3f…", so that no file can name another person's. */
  _id: string;
  userId: number;
  /** Keyed fingerprints of its words, for searching. */
  words: string[];
  /** WORDS_VERSION of the tokeniser that they come from; missing from intentions older than the number. */
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
// What is carried, newest first (laidOn is null), and what was laid down, the latest first.
schema.index({ userId: 1, laidOn: -1, createdAt: -1, _id: -1 });
schema.index({ userId: 1, state: 1 });
schema.index({ userId: 1, words: 1, createdAt: -1, _id: -1 });

export const PrayerModel = defineModel<PrayerRecord>("Prayer", schema);
