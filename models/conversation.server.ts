import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** What a person means to talk about with someone: one record, sealed whole. */
export type ConversationRecord = {
  /** The person's number. */
  _id: string;
  userId: number;
  sealed: Buffer;
};

const schema = new Schema<ConversationRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "conversations" },
);
schema.index({ userId: 1 });

export const ConversationModel = defineModel<ConversationRecord>("Conversation", schema);
