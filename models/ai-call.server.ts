import { Schema } from "mongoose";
import { AI_FEATURES, type AiFeature } from "~/domain/member/preferences";
import { defineModel } from "./db/define-model.server";

/** The metadata of a call of a language model, without its text. */
export type AiCallRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  feature: AiFeature;
  at: Date;
  host: string;
  model: string;
  tokensIn: number;
  tokensOut: number;
  ms: number;
  /** "running", "ok", or an AiFailure. */
  outcome: string;
  expiresAt: Date;
};

const schema = new Schema<AiCallRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    feature: { type: String, enum: AI_FEATURES, required: true },
    at: { type: Date, required: true },
    host: { type: String, required: true },
    model: { type: String, required: true },
    tokensIn: { type: Number, default: 0 },
    tokensOut: { type: Number, default: 0 },
    ms: { type: Number, default: 0 },
    outcome: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "aiCalls" },
);
// A user's list and today's count.
schema.index({ userId: 1, at: -1 });
// Recent failures, for the operator.
schema.index({ at: 1, outcome: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const AiCallModel = defineModel<AiCallRecord>("AiCall", schema);
