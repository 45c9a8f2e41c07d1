import { Schema } from "mongoose";
import { GRANT_SOURCES, PAID_TIERS, TIERS, type PaidTier } from "~/domain/member/plan";
import { PLAN_CHANGE_CAUSES, type PlanChange } from "~/domain/plans/changes/changes";
import { VARIANTS, type Variant } from "~/domain/plans/experiments/variant";
import { CONVERSIONS, type Conversion } from "~/domain/plans/schema";
import { defineModel } from "./db/define-model.server";

/** An immutable line of a user's plan ledger. */
export type PlanChangeRecord = PlanChange & {
  /** User id and number of the line, so that a repeated write stores it once. */
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

const planChangeSchema = new Schema<PlanChangeRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    number: { type: Number, required: true },
    ...planChangeFields,
  },
  { versionKey: false, collection: "planChanges" },
);
planChangeSchema.index({ userId: 1, number: -1 }, { unique: true });
planChangeSchema.index({ at: 1 });

export const PlanChangeModel = defineModel<PlanChangeRecord>("PlanChange", planChangeSchema);

/** The redemption of a key; `applied` once the user's plan contains it. */
type Redemption = { userId: number; at: Date; applied: boolean };

/** A key to a plan for some days, stored as a hash and its last four characters. */
export type TrialKeyRecord = {
  /** Sorts by creation time. */
  _id: string;
  hash: string;
  last4: string;
  tier: PaidTier;
  days: number;
  maxRedemptions: number;
  /** Remaining redemptions, decremented by the write that redeems. */
  left: number;
  redemptions: Redemption[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  note: string;
  createdAt: Date;
  createdBy: number;
};

const redemption = new Schema<Redemption>({ userId: Number, at: Date, applied: Boolean }, { _id: false });
const trialKeySchema = new Schema<TrialKeyRecord>(
  {
    _id: String,
    hash: { type: String, required: true },
    last4: { type: String, required: true },
    tier: { type: String, enum: PAID_TIERS, required: true },
    days: { type: Number, required: true },
    maxRedemptions: { type: Number, required: true },
    left: { type: Number, required: true },
    redemptions: { type: [redemption], default: [] },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    note: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    createdBy: { type: Number, required: true },
  },
  { versionKey: false, collection: "trialKeys" },
);
trialKeySchema.index({ hash: 1 }, { unique: true });
trialKeySchema.index({ "redemptions.userId": 1 });
trialKeySchema.index({ "redemptions.applied": 1 });

export const TrialKeyModel = defineModel<TrialKeyRecord>("TrialKey", trialKeySchema);

/** A processed Stripe event, so that a repeated one has no effect. */
export type BillingEventRecord = { _id: string; kind: string; at: Date; expiresAt: Date };

const billingEventSchema = new Schema<BillingEventRecord>(
  {
    _id: String,
    kind: { type: String, required: true },
    at: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "billingEvents" },
);
billingEventSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const BillingEventModel = defineModel<BillingEventRecord>("BillingEvent", billingEventSchema);

/** A visitor's variant of the landing page. Contains no IP address, browser or account. */
export type AbAssignmentRecord = {
  /** A random id, stored elsewhere only in the visitor's cookie. */
  _id: string;
  variant: Variant;
  assignedAt: Date;
  conversionType: Conversion | null;
  convertedAt: Date | null;
  expiresAt: Date;
};

const abAssignmentSchema = new Schema<AbAssignmentRecord>(
  {
    _id: String,
    variant: { type: String, enum: VARIANTS, required: true },
    assignedAt: { type: Date, required: true },
    conversionType: { type: String, enum: [...CONVERSIONS, null], default: null },
    convertedAt: { type: Date, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "abAssignments" },
);
// Statistics by variant and conversion, and by day.
abAssignmentSchema.index({ variant: 1, convertedAt: 1 });
abAssignmentSchema.index({ assignedAt: 1 });
abAssignmentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const AbAssignmentModel = defineModel<AbAssignmentRecord>("AbAssignment", abAssignmentSchema);
