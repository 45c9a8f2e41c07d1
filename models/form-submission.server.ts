import { Schema } from "mongoose";
import { CONTACT_TOPICS, type ContactTopic } from "~/domain/accounts/support/contact";
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

/** A sign that a bot sent the message, which is stored all the same. */
export type SpamIndicator = "honeypot" | "too_fast" | "no_time";

/** A message from the contact form. `sealed` contains name, email address and text, encrypted for the operator. */
export type ContactMessageRecord = {
  /** Derived from the form's submission, so that a repeated post stores it once. */
  _id: string;
  topic: ContactTopic;
  sealed: Buffer;
  marks: SpamIndicator[];
  createdAt: Date;
  expiresAt: Date;
};

const contactMessageSchema = new Schema<ContactMessageRecord>(
  {
    _id: String,
    topic: { type: String, enum: CONTACT_TOPICS, required: true },
    sealed: { type: Buffer, required: true },
    marks: { type: [String], default: [] },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "contactMessages" },
);
contactMessageSchema.index({ createdAt: -1 });
contactMessageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ContactMessageModel = defineModel<ContactMessageRecord>("ContactMessage", contactMessageSchema);
