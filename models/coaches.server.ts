import { Schema } from "mongoose";
import { COACH_KEYS, type CoachKey } from "~/domain/member/plan";
import { defineModel } from "./db/define-model.server";

/** A conversation with a coach; its texts are in the messages. */
export type CoachThreadRecord = {
  /** 128 random bits, base64url. */
  _id: string;
  userId: number;
  coachKey: CoachKey;
  createdAt: Date;
  updatedAt: Date;
  /** The passage discussed; empty for none. */
  passageRef: string;
  /** The entries that the user selected as context. */
  contextEntryIds: string[];
  /** Until this time the coach answers with the fixed help text. */
  fixedUntil: Date | null;
  /** The message whose answer the user has stopped; empty for none. */
  stoppedMessage: string;
};

const coachThreadSchema = new Schema<CoachThreadRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    coachKey: { type: String, enum: COACH_KEYS, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    passageRef: { type: String, default: "" },
    contextEntryIds: { type: [String], default: [] },
    fixedUntil: { type: Date, default: null },
    stoppedMessage: { type: String, default: "" },
  },
  { versionKey: false, collection: "coachThreads" },
);
coachThreadSchema.index({ userId: 1, updatedAt: -1, _id: -1 });
coachThreadSchema.index({ userId: 1, coachKey: 1, updatedAt: -1, _id: -1 });

export const CoachThreadModel = defineModel<CoachThreadRecord>("CoachThread", coachThreadSchema);

/** A message of a coach thread. `sealed` contains the text and whether it signalled a crisis. */
export type CoachMessageRecord = {
  /** Derived from the form or from the answered message, so that a repeated request stores it once. */
  _id: string;
  userId: number;
  threadId: string;
  /** Odd for the user, even for the coach; 0 is the opening. */
  seq: number;
  at: Date;
  sealed: Buffer;
};

const coachMessageSchema = new Schema<CoachMessageRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    threadId: { type: String, required: true },
    seq: { type: Number, required: true },
    at: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "coachMessages" },
);
coachMessageSchema.index({ threadId: 1, seq: 1 }, { unique: true });
coachMessageSchema.index({ userId: 1, at: 1 });
// Recent messages, for statistics.
coachMessageSchema.index({ at: 1 });

export const CoachMessageModel = defineModel<CoachMessageRecord>("CoachMessage", coachMessageSchema);

/** The number of a user's messages to coaches on a day. Deleting a conversation refunds none. */
export type CoachDailyUsageRecord = {
  /** "7|2026-11-21" */
  _id: string;
  userId: number;
  count: number;
  expiresAt: Date;
};

const coachDailyUsageSchema = new Schema<CoachDailyUsageRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "coachDays" },
);
coachDailyUsageSchema.index({ userId: 1 });
coachDailyUsageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const CoachDailyUsageModel = defineModel<CoachDailyUsageRecord>("CoachDay", coachDailyUsageSchema);
