import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The idempotency record of a rendered form: submitting it twice runs one action and returns one response. */
export type SubmissionRecord = {
  _id: string;
  state: "running" | "done";
  /** The response, encrypted with a key derived from the submitted form, because it may contain cookies. */
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
