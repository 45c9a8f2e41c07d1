import { Schema } from "mongoose";
import { CONTACT_TOPICS, type ContactTopic } from "~/domain/accounts/support/contact";
import { defineModel } from "./db/define-model.server";

/** A sign that a bot sent the message, which is stored all the same. */
export type SpamIndicator = "honeypot" | "too_fast" | "no_time";

/** A message from the contact form. `sealed` contains name, email address and text, encrypted for the operator. */
export type ContactMessageRecord = {
  /** Derived from the form's submission, so that a repeat is stored once. */
  _id: string;
  topic: ContactTopic;
  sealed: Buffer;
  marks: SpamIndicator[];
  createdAt: Date;
  expiresAt: Date;
};

const schema = new Schema<ContactMessageRecord>(
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
schema.index({ createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ContactMessageModel = defineModel<ContactMessageRecord>("ContactMessage", schema);
