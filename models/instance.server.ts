import { Schema } from "mongoose";
import type { InstanceSettings } from "~/domain/operations/instance-settings";
import { defineModel } from "./db/define-model.server";

/** What an administrator has chosen for this house, and the code by which its first one may come: one record, nothing secret. */
export type InstanceRecord = Partial<InstanceSettings> & {
  _id: "house";
  /** The hash of the code that the last start printed; null when there is an administrator. */
  setupCode?: string | null;
};

const schema = new Schema<InstanceRecord>(
  {
    _id: String,
    houseName: String,
    registration: String,
    defaultPlan: String,
    welcome: String,
    sharedWay: String,
    wayOnToday: String,
    setupCode: String,
  },
  { versionKey: false, collection: "house" },
);

export const InstanceModel = defineModel<InstanceRecord>("House", schema);
