import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** An email in the outbox. `sealed` contains recipient, subject and text. */
export type OutgoingMailRecord = {
  /** An idempotency key chosen by the caller. */
  _id: string;
  kind: string;
  userId: number | null;
  sealed: Buffer;
  state: "queued" | "sending" | "sent" | "printed" | "dead";
  tries: number;
  nextTryAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  lastError: string | null;
  /** Unset while it is queued. */
  expiresAt?: Date;
};

const outgoingMailSchema = new Schema<OutgoingMailRecord>(
  {
    _id: String,
    kind: { type: String, required: true },
    userId: { type: Number, default: null },
    sealed: { type: Buffer, required: true },
    state: { type: String, enum: ["queued", "sending", "sent", "printed", "dead"], required: true },
    tries: { type: Number, default: 0 },
    nextTryAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    lastError: { type: String, default: null },
    expiresAt: { type: Date },
  },
  { versionKey: false, collection: "outgoingMail" },
);
outgoingMailSchema.index({ state: 1, nextTryAt: 1 });
outgoingMailSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const OutgoingMailModel = defineModel<OutgoingMailRecord>("OutgoingMail", outgoingMailSchema);

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

const pushDeviceSchema = new Schema<PushDeviceRecord>(
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
pushDeviceSchema.index({ userId: 1, createdAt: -1 });

export const PushDeviceModel = defineModel<PushDeviceRecord>("PushDevice", pushDeviceSchema);

/** The claim on a push reminder, so that only one process sends it. */
export type ReminderClaimRecord = {
  /** "7|2026-11-21-morning" */
  _id: string;
  userId: number;
  expiresAt: Date;
};

const reminderClaimSchema = new Schema<ReminderClaimRecord>(
  { _id: String, userId: { type: Number, required: true }, expiresAt: { type: Date, required: true } },
  { versionKey: false, collection: "reminderClaims" },
);
reminderClaimSchema.index({ userId: 1 });
reminderClaimSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ReminderClaimModel = defineModel<ReminderClaimRecord>("ReminderClaim", reminderClaimSchema);
