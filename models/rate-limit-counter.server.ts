import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A counter of a rate limit, for an account and network or another scope. The id is a hash, never an address. */
export type RateLimitCounterRecord = {
  _id: string;
  failures: number;
  lockedUntil: Date | null;
  /** For counters per window. */
  windowStart: Date | null;
  lastAt: Date | null;
  /** Accounts that hold a slot, for limits whose slots can be refunded. */
  takers?: number[];
  expiresAt: Date;
};

const schema = new Schema<RateLimitCounterRecord>(
  {
    _id: String,
    failures: { type: Number, required: true },
    lockedUntil: { type: Date, default: null },
    windowStart: { type: Date, default: null },
    lastAt: { type: Date, default: null },
    takers: { type: [Number], default: undefined },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "loginAttempts" },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const RateLimitCounterModel = defineModel<RateLimitCounterRecord>("LoginAttempt", schema);
