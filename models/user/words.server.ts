import { Schema } from "mongoose";

/** Whether the list of the words in a person's journal waits for their next visit. */
export type WordsPart = { wordsDue: boolean };

export const wordsPart = new Schema<WordsPart>(
  { wordsDue: { type: Boolean, default: false } },
  { _id: false },
);
