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

const schema = new Schema<CoachThreadRecord>(
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
schema.index({ userId: 1, updatedAt: -1, _id: -1 });
schema.index({ userId: 1, coachKey: 1, updatedAt: -1, _id: -1 });

export const CoachThreadModel = defineModel<CoachThreadRecord>("CoachThread", schema);
