import { Schema } from "mongoose";
import { GRANT_SOURCES, TIERS } from "~/domain/member/plan";
import { PLAN_CHANGE_CAUSES, type PlanChange } from "~/domain/plans/changes/changes";
import { defineModel } from "./db/define-model.server";

/** A line of a person's ledger of plans. It is never changed. */
export type PlanChangeRecord = PlanChange & {
  /** The person and the number of the line: the same line twice is one. */
  _id: string;
  userId: number;
  number: number;
};

export const planChangeFields = {
  at: { type: Date, required: true },
  cause: { type: String, enum: PLAN_CHANGE_CAUSES, required: true },
  from: { type: String, enum: TIERS, required: true },
  to: { type: String, enum: TIERS, required: true },
  source: { type: String, enum: GRANT_SOURCES, required: true },
  endsAt: { type: Date, default: null },
  mark: { type: String, default: "" },
  actorId: { type: Number, default: null },
} as const;

const schema = new Schema<PlanChangeRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    number: { type: Number, required: true },
    ...planChangeFields,
  },
  { versionKey: false, collection: "planChanges" },
);
schema.index({ userId: 1, number: -1 }, { unique: true });
schema.index({ at: 1 });

export const PlanChangeModel = defineModel<PlanChangeRecord>("PlanChange", schema);
