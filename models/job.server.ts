import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A background job. The process that holds its lease runs it. */
export type JobRecord = {
  /** The job's name. */
  _id: string;
  /** The process that holds the lease; empty for none. */
  owner: string;
  leaseUntil: Date;
  /** When the next run is due. */
  nextAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Duration of the last run in milliseconds. */
  lastMs: number | null;
  outcome: "done" | "failed" | null;
  /** Consecutive failed runs. */
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
