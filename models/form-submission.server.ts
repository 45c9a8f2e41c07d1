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

const submissionSchema = new Schema<SubmissionRecord>(
  {
    _id: String,
    state: { type: String, enum: ["running", "done"], required: true },
    answer: { type: Buffer, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "submissions" },
);
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const SubmissionModel = defineModel<SubmissionRecord>("Submission", submissionSchema);

/**
 * A form submitted with an expired session (stored for an hour), or a prayer of an anonymous visitor (for a day). The key of
 * `sealed` is only in the browser's cookie.
 */
export type DeferredFormRecord = {
  _id: string;
  kind?: "prayer";
  /** A keyed hash of the client's subnet. The subnet with the most records is evicted first. */
  network?: string;
  sealed: Buffer;
  expiresAt: Date;
};

const deferredFormSchema = new Schema<DeferredFormRecord>(
  {
    _id: String,
    kind: String,
    network: String,
    sealed: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "heldPosts" },
);
deferredFormSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const DeferredFormModel = defineModel<DeferredFormRecord>("SavedPost", deferredFormSchema);
