import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The count of a metric in one minute over all processes. Alerts sum up minutes. */
export type MetricMinuteRecord = {
  /** "server_errors|2026-11-21T13:55" */
  _id: string;
  metric: string;
  at: Date;
  count: number;
  expiresAt: Date;
};

const schema = new Schema<MetricMinuteRecord>(
  {
    _id: String,
    metric: { type: String, required: true },
    at: { type: Date, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "metricMinutes" },
);
schema.index({ metric: 1, at: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const MetricMinuteModel = defineModel<MetricMinuteRecord>("MetricMinute", schema);
