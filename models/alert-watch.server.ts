import { Schema } from "mongoose";
import { ALERT_RULE_KEYS, type AlertRuleKey } from "~/domain/administration/alerts/alert-rules";
import { defineModel } from "./db/define-model.server";

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

const schema = new Schema<AlertWatchRecord>(
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

export const AlertWatchModel = defineModel<AlertWatchRecord>("AlertWatch", schema);
