import { Schema } from "mongoose";
import { ENGINES, FEEDBACK, type Engine, type Feedback } from "~/domain/insights/insight";
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
const schema = new Schema<InsightRecord>(
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
schema.index({ userId: 1, weekStart: -1 });
// Statistics: recent insights, and those with a fallback.
schema.index({ madeAt: 1 });
schema.index({ fallback: 1, madeAt: 1 });

export const InsightModel = defineModel<InsightRecord>("Insight", schema);
