import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A job of the server and the lease on it: the one process that holds the lease runs it. */
export type JobRecord = {
  /** The job's name. */
  _id: string;
  /** The process that holds the lease; empty when none does. */
  owner: string;
  leaseUntil: Date;
  /** When the next round is due. */
  nextAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** How long the last round took, in milliseconds. */
  lastMs: number | null;
  outcome: "done" | "failed" | null;
  /** Rounds that failed since the last one that did not. */
  failures: number;
};

const schema = new Schema<JobRecord>(
  {
    _id: String,
    owner: { type: String, default: "" },
    leaseUntil: { type: Date, required: true },
    nextAt: { type: Date, required: true },
    startedAt: { type: Date, default: null },
    endedAt: { type: Date, default: null },
    lastMs: { type: Number, default: null },
    outcome: { type: String, enum: ["done", "failed", null], default: null },
    failures: { type: Number, default: 0 },
  },
  { versionKey: false, collection: "jobs" },
);

export const JobModel = defineModel<JobRecord>("Job", schema);
