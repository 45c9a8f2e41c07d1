import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** One form as it was rendered: the same submission sent twice is one action with one answer. */
export type SubmissionRecord = {
  _id: string;
  state: "running" | "done";
  /** Sealed with a key that only the form that was sent gives: it may hold cookies. */
  answer: Buffer | null;
  expiresAt: Date;
};

const schema = new Schema<SubmissionRecord>(
  {
    _id: String,
    state: { type: String, enum: ["running", "done"], required: true },
    answer: { type: Buffer, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "submissions" },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const SubmissionModel = defineModel<SubmissionRecord>("Submission", schema);
