import { Schema } from "mongoose";
import { ENGINES, FEEDBACK, type Engine, type Feedback } from "~/domain/insights/insight";
import { defineModel } from "./db/define-model.server";

/** A week of one person, looked back on. What it says is inside `sealed`. */
export type InsightRecord = {
  /** "7|2026-11-15": one for each week of a person's. */
  _id: string;
  userId: number;
  /** The first day of the week, YYYY-MM-DD. */
  weekStart: string;
  timezone: string;
  /** `new` until it has been made for the first time; `deleted` keeps the job from making it again. */
  status: "new" | "ready" | "too_few" | "deleted";
  engine: Engine;
  /** Where the entries were sent; empty for the rules. */
  endpointHost: string;
  aiModel: string;
  promptVersion: string;
  /** Why a model did not write it although it was asked; empty otherwise. */
  fallback: string;
  /** How many things of a model's answer were left out. */
  dropped: number;
  entryIds: string[];
  sealed: Buffer | null;
  feedback: Feedback | "";
  madeAt: Date | null;
  /** Who is making it at the moment, and until when they count as alive. */
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
// A person's weeks, newest first.
schema.index({ userId: 1, weekStart: -1 });
// How many were made lately, for the administrators' figures; and where the rules had to step in for a model.
schema.index({ madeAt: 1 });
schema.index({ fallback: 1, madeAt: 1 });

export const InsightModel = defineModel<InsightRecord>("Insight", schema);
