import { Schema } from "mongoose";
import { WORDS_VERSION } from "~/i18n/words";

export type VocabularyPart = {
  /** Whether the list of the words in a person's journal waits for their next visit. */
  wordsDue: boolean;
  /** WORDS_VERSION of the tokeniser that indexed all their texts; missing from accounts older than the number. */
  wordsVersion?: number;
};

export const vocabularyPart = new Schema<VocabularyPart>(
  {
    wordsDue: { type: Boolean, default: false },
    wordsVersion: { type: Number, default: WORDS_VERSION },
  },
  { _id: false },
);
// Finds the accounts whose texts have to be indexed again.
vocabularyPart.index({ wordsVersion: 1 });
