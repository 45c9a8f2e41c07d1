import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * A chunk of the words in a user's journal, for prefix search; it is encrypted and padded to a round size. One further
 * record per user contains the prune queue instead of words.
 */
export type VocabularyRecord = {
  /** User id and chunk number, "7.0"; or "7.gone" for the prune queue. */
  _id: string;
  userId: number;
  /** For optimistic locking: increases with every change of the chunk, and a conflicting change starts again. */
  version: number;
  sealed: Buffer | null;
  /** The prune queue: blind-index terms of deleted or changed texts. */
  gone: string[];
};

const schema = new Schema<VocabularyRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    version: { type: Number, default: 1 },
    sealed: { type: Buffer, default: null },
    gone: { type: [String], default: [] },
  },
  { versionKey: false, collection: "wordLists" },
);
schema.index({ userId: 1 });

export const VocabularyModel = defineModel<VocabularyRecord>("WordList", schema);
