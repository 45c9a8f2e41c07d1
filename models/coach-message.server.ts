import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** One message of a conversation with a coach; its words, and whether they were heavy, are inside `sealed`. */
export type CoachMessageRecord = {
  /** Of the form that sent it, or of the message that it answers: what is sent twice is kept once. */
  _id: string;
  userId: number;
  threadId: string;
  /** Odd for the person, even for the coach; 0 opens. */
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
// How many were said lately, for the administrators' figures.
schema.index({ at: 1 });

export const CoachMessageModel = defineModel<CoachMessageRecord>("CoachMessage", schema);
