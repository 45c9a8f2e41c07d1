import { Schema } from "mongoose";
import { PAID_TIERS, type PaidTier } from "~/domain/member/plan";
import { defineModel } from "./db/define-model.server";

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
const schema = new Schema<TrialKeyRecord>(
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
schema.index({ hash: 1 }, { unique: true });
schema.index({ "redemptions.userId": 1 });
schema.index({ "redemptions.applied": 1 });

export const TrialKeyModel = defineModel<TrialKeyRecord>("TrialKey", schema);
