import { Schema } from "mongoose";
import { GRANT_SOURCES, TIERS } from "~/domain/member/plan";
import { PLAN_CHANGE_CAUSES, type PlanChange } from "~/domain/plans/changes/changes";
import { defineModel } from "./db/define-model.server";

/** An immutable line of a user's plan ledger. */
export type PlanChangeRecord = PlanChange & {
  /** User id and number of the line, so that a repeat is stored once. */
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
