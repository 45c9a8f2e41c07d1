import { Schema } from "mongoose";
import { VARIANTS, type Variant } from "~/domain/plans/experiments/variant";
import { CONVERSIONS, type Conversion } from "~/domain/plans/schema";
import { defineModel } from "./db/define-model.server";

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

const schema = new Schema<AbAssignmentRecord>(
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
schema.index({ variant: 1, convertedAt: 1 });
schema.index({ assignedAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const AbAssignmentModel = defineModel<AbAssignmentRecord>("AbAssignment", schema);
