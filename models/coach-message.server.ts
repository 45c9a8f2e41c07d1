import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A message of a coach thread. `sealed` contains the text and whether it signalled a crisis. */
export type CoachMessageRecord = {
  /** Derived from the form or from the answered message, so that a repeat is stored once. */
  _id: string;
  userId: number;
  threadId: string;
  /** Odd for the user, even for the coach; 0 is the opening. */
  seq: number;
  at: Date;
  sealed: Buffer;
};

const schema = new Schema<CoachMessageRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    threadId: { type: String, required: true },
    seq: { type: Number, required: true },
    at: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "coachMessages" },
);
schema.index({ threadId: 1, seq: 1 }, { unique: true });
schema.index({ userId: 1, at: 1 });
// Recent messages, for statistics.
schema.index({ at: 1 });

export const CoachMessageModel = defineModel<CoachMessageRecord>("CoachMessage", schema);
