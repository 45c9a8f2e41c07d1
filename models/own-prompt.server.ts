import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A prompt written by a user; `sealed` contains its text. */
export type OwnPromptRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  slot: "morning" | "evening" | "any";
  active: boolean;
  sealed: Buffer;
  createdAt: Date;
  updatedAt: Date;
};

const schema = new Schema<OwnPromptRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    slot: { type: String, enum: ["morning", "evening", "any"], required: true },
    active: { type: Boolean, required: true },
    sealed: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "ownPrompts" },
);
schema.index({ userId: 1, createdAt: 1 });

export const OwnPromptModel = defineModel<OwnPromptRecord>("OwnPrompt", schema);
