import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * The words that occur in a person's journal, so that a search can widen the beginning of a word: pieces of it, each
 * sealed whole and filled up to a round size. One record of a person's has no words: it holds the fingerprints of
 * those that may have to be forgotten.
 */
export type VocabularyRecord = {
  /** The person's number and the piece's: "7.0"; or "7.gone". */
  _id: string;
  userId: number;
  /** Rises with every change of a piece: of two changes at once the later one begins again. */
  version: number;
  sealed: Buffer | null;
  /** Fingerprints of words of what was deleted or changed. */
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
