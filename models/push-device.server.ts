import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A browser that receives a user's reminders. `sealed` contains its push subscription. */
export type PushDeviceRecord = {
  /** The hash of the subscription's endpoint, so that a browser has one record, whatever the account. */
  _id: string;
  userId: number;
  sealed: Buffer;
  /** "Firefox on Linux", for the list. */
  device: string;
  createdAt: Date;
  /** Consecutive messages rejected by the push service. */
  refusals?: number;
  /** Whether the last message failed. */
  isUnreached?: boolean;
};

const schema = new Schema<PushDeviceRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
    device: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    refusals: { type: Number },
    isUnreached: { type: Boolean },
  },
  { versionKey: false, collection: "pushDevices" },
);
schema.index({ userId: 1, createdAt: -1 });

export const PushDeviceModel = defineModel<PushDeviceRecord>("PushDevice", schema);
