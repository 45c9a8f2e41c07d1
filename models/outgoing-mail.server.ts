import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** An email in the outbox. `sealed` contains recipient, subject and text. */
export type OutgoingMailRecord = {
  /** An idempotency key chosen by the caller. */
  _id: string;
  kind: string;
  userId: number | null;
  sealed: Buffer;
  state: "queued" | "sending" | "sent" | "printed" | "dead";
  tries: number;
  nextTryAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  lastError: string | null;
  /** Unset while it is queued. */
  expiresAt?: Date;
};

const schema = new Schema<OutgoingMailRecord>(
  {
    _id: String,
    kind: { type: String, required: true },
    userId: { type: Number, default: null },
    sealed: { type: Buffer, required: true },
    state: { type: String, enum: ["queued", "sending", "sent", "printed", "dead"], required: true },
    tries: { type: Number, default: 0 },
    nextTryAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    lastError: { type: String, default: null },
    expiresAt: { type: Date },
  },
  { versionKey: false, collection: "outgoingMail" },
);
schema.index({ state: 1, nextTryAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const OutgoingMailModel = defineModel<OutgoingMailRecord>("OutgoingMail", schema);
