import { Schema } from "mongoose";
import type { InstanceSettings } from "~/domain/operations/instance-settings";
import { defineModel } from "./db/define-model.server";

/** The settings of this instance and its setup code: one record without secrets. */
export type InstanceRecord = Partial<InstanceSettings> & {
  _id: "house";
  /** The hash of the setup code printed by the last start; null once there is an administrator. */
  setupCode?: string | null;
};

/** A setting without a path here would be dropped when it is stored, so the type requires all of them. */
const settings: Record<keyof InstanceSettings, StringConstructor> = {
  houseName: String,
  registration: String,
  defaultPlan: String,
  welcome: String,
  sharedWay: String,
  prayerList: String,
  wayOnToday: String,
};

const schema = new Schema<InstanceRecord>(
  { _id: String, ...settings, setupCode: String },
  { versionKey: false, collection: "house" },
);

export const InstanceModel = defineModel<InstanceRecord>("House", schema);
