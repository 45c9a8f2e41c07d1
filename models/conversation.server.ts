import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A user's topics for a conversation, in one encrypted record. */
export type ConversationRecord = {
  /** The user id. */
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
