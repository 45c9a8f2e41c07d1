import { Schema } from "mongoose";
import { ENGINES, FEEDBACK, type Engine, type Feedback } from "~/domain/insights/insight";
import { AI_FEATURES, type AiFeature } from "~/domain/member/preferences";
import { defineModel } from "./db/define-model.server";

/** A user's review of a week; `sealed` contains its text. */
export type InsightRecord = {
  /** User id and week: "7|2026-11-15". */
  _id: string;
  userId: number;
  /** The first day of the week, YYYY-MM-DD. */
  weekStart: string;
  timezone: string;
  /** `new`: not generated yet. `deleted`: a tombstone, so that the job does not generate it again. */
  status: "new" | "ready" | "too_few" | "deleted";
  engine: Engine;
  /** The endpoint that received the entries; empty for the rules. */
  endpointHost: string;
  aiModel: string;
  promptVersion: string;
  /** Why the rules replaced the model's answer; empty otherwise. */
  fallback: string;
  /** The number of items removed from the model's answer. */
  dropped: number;
  entryIds: string[];
  sealed: Buffer | null;
  feedback: Feedback | "";
  madeAt: Date | null;
  /** The lease of the process that generates it. */
  claim: { owner: string; until: Date } | null;
};

const claim = new Schema({ owner: String, until: Date }, { _id: false });
const insightSchema = new Schema<InsightRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    weekStart: { type: String, required: true },
    timezone: { type: String, default: "UTC" },
    status: { type: String, enum: ["new", "ready", "too_few", "deleted"], required: true },
    engine: { type: String, enum: ENGINES, default: "rules" },
    endpointHost: { type: String, default: "" },
    aiModel: { type: String, default: "" },
    promptVersion: { type: String, default: "" },
    fallback: { type: String, default: "" },
    dropped: { type: Number, default: 0 },
    entryIds: { type: [String], default: [] },
    sealed: { type: Buffer, default: null },
    feedback: { type: String, enum: ["", ...FEEDBACK], default: "" },
    madeAt: { type: Date, default: null },
    claim: { type: claim, default: null },
  },
  { versionKey: false, collection: "insights" },
);
insightSchema.index({ userId: 1, weekStart: -1 });
// Statistics: recent insights, and those with a fallback.
insightSchema.index({ madeAt: 1 });
insightSchema.index({ fallback: 1, madeAt: 1 });

export const InsightModel = defineModel<InsightRecord>("Insight", insightSchema);

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

const aiCallSchema = new Schema<AiCallRecord>(
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
aiCallSchema.index({ userId: 1, at: -1 });
// Recent failures, for the operator.
aiCallSchema.index({ at: 1, outcome: 1 });
aiCallSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const AiCallModel = defineModel<AiCallRecord>("AiCall", aiCallSchema);
