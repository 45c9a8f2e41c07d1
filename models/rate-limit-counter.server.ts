import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A counter of failed tries for one account and network (or another scope), kept by hash, never by address. */
export type RateLimitCounterRecord = {
  _id: string;
  failures: number;
  lockedUntil: Date | null;
  /** For counters that grow within a window. */
  windowStart: Date | null;
  lastAt: Date | null;
  /** Accounts that took a place of an allowance, where places are given back. */
  takers?: number[];
  /** Swept away after this. */
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
