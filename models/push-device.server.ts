import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A browser that a person wants to be reminded in. Its address and keys are sealed with the person's key. */
export type PushDeviceRecord = {
  /** The hash of the push service's address: one browser is one record, for any account. */
  _id: string;
  userId: number;
  sealed: Buffer;
  /** "Firefox on Linux", for the list. */
  device: string;
  createdAt: Date;
  /** How often in a row the push service has refused a message for it. */
  refusals?: number;
  /** Whether the last message did not reach it. */
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
