import { Schema } from "mongoose";
import {
  ALERT_RULE_KEYS,
  type AlertRuleKey,
  type Severity,
} from "~/domain/administration/alerts/alert-rules";
import { defineModel } from "./db/define-model.server";

/** Only old alerts have steps "noted"; they also have an unused field `note`. */
const STEPS = ["opened", "acknowledged", "noted", "calmed", "resolved"] as const;
const STATES = ["open", "acknowledged", "resolved"] as const;

export type AlertStep = {
  at: Date;
  what: (typeof STEPS)[number];
  /** Id of the administrator; null for the server. */
  by: number | null;
};

/** A breach of an alert rule, with its history. */
export type AlertRecord = {
  _id: string;
  rule: AlertRuleKey;
  severity: Severity;
  state: (typeof STATES)[number];
  openedAt: Date;
  resolvedAt: Date | null;
  /** The value that opened the alert. `worst` is the worst value since. */
  value: number;
  worst: number;
  threshold: number;
  history: AlertStep[];
};

const step = new Schema<AlertStep>(
  {
    at: Date,
    what: { type: String, enum: STEPS, required: true },
    by: { type: Number, default: null },
  },
  { _id: false },
);

const alertSchema = new Schema<AlertRecord>(
  {
    _id: String,
    rule: { type: String, enum: ALERT_RULE_KEYS, required: true },
    severity: { type: String, enum: ["warning", "critical"], required: true },
    state: { type: String, enum: STATES, required: true },
    openedAt: { type: Date, required: true },
    resolvedAt: { type: Date, default: null },
    value: { type: Number, required: true },
    worst: { type: Number, required: true },
    threshold: { type: Number, required: true },
    history: { type: [step], default: [] },
  },
  { versionKey: false, collection: "alerts" },
);
alertSchema.index({ state: 1, openedAt: -1, _id: -1 });
alertSchema.index({ rule: 1, openedAt: -1, _id: -1 });
alertSchema.index({ openedAt: -1, _id: -1 });

export const AlertModel = defineModel<AlertRecord>("Alert", alertSchema);

/** The state of an alert rule. Old records also have unused fields: `threshold`, `enabled`, `mail` and `hushed`. */
export type AlertWatchRecord = {
  _id: AlertRuleKey;
  breaching: number;
  calm: number;
  /** The open alert of this rule, if any. */
  alertId: string | null;
  value: number | null;
  checkedAt: Date | null;
};

const alertWatchSchema = new Schema<AlertWatchRecord>(
  {
    _id: { type: String, enum: ALERT_RULE_KEYS },
    breaching: { type: Number, default: 0 },
    calm: { type: Number, default: 0 },
    alertId: { type: String, default: null },
    value: { type: Number, default: null },
    checkedAt: { type: Date, default: null },
  },
  { versionKey: false, collection: "alertWatches" },
);

export const AlertWatchModel = defineModel<AlertWatchRecord>("AlertWatch", alertWatchSchema);
