import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A processed Stripe event, so that a repeated one has no effect. */
export type BillingEventRecord = { _id: string; kind: string; at: Date; expiresAt: Date };

const schema = new Schema<BillingEventRecord>(
  {
    _id: String,
    kind: { type: String, required: true },
    at: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "billingEvents" },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const BillingEventModel = defineModel<BillingEventRecord>("BillingEvent", schema);
