import { Schema } from "mongoose";
import { PRAYER_STATES, type Intention, type IntentionText } from "~/domain/journal/prayers/intention";
import { defineModel } from "./db/define-model.server";

/** An intention of prayer. `sealed` contains name, note, recurrence and outcome; the other fields serve lists. */
export type PrayerRecord = Omit<Intention, "id" | keyof IntentionText> & {
  /** User id and 128 random bits: "7.kq3f…", so that an imported file cannot name another user's intention. */
  _id: string;
  userId: number;
  /** Blind-index terms of its words. */
  words: string[];
  /** WORDS_VERSION of `words`; absent for the first version. */
  wordsVersion?: number;
  sealed: Buffer;
};

const prayerSchema = new Schema<PrayerRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    state: { type: String, enum: PRAYER_STATES, required: true },
    since: { type: String, required: true },
    laidOn: { type: String, default: null },
    shared: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    words: { type: [String], default: [] },
    wordsVersion: { type: Number },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "prayers" },
);
// Current intentions (laidOn is null), newest first, and those laid down, latest first.
prayerSchema.index({ userId: 1, laidOn: -1, createdAt: -1, _id: -1 });
prayerSchema.index({ userId: 1, state: 1 });
prayerSchema.index({ userId: 1, words: 1, createdAt: -1, _id: -1 });

export const PrayerModel = defineModel<PrayerRecord>("Prayer", prayerSchema);

/** The rotation of a user's intentions; `sealed` contains ids and recurrences. */
export type PrayerRotationRecord = {
  /** The user id. */
  _id: number;
  userId: number;
  /** For optimistic locking: increases with every change. */
  version: number;
  sealed: Buffer;
};

const prayerRotationSchema = new Schema<PrayerRotationRecord>(
  {
    _id: Number,
    userId: { type: Number, required: true },
    version: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "prayerTurns" },
);
prayerRotationSchema.index({ userId: 1 });

export const PrayerRotationModel = defineModel<PrayerRotationRecord>("PrayerTurn", prayerRotationSchema);

/** A prayer request of a member to everyone with an account. `sealed` contains its text, initial and outcome, encrypted for the operator. */
export type PrayerRequestRecord = {
  _id: string;
  userId: number;
  sealed: Buffer;
  createdAt: Date;
  /** The request is open until then, or until the member ends it. */
  openUntil: Date;
  endedAt: Date | null;
  /** Null until a keeper has approved it. */
  approvedAt: Date | null;
  /** A slot of the member while the request is open; unique, so that parallel requests cannot exceed the limit. */
  slot?: string;
  /** TTL: the request is deleted at this time. */
  expiresAt: Date;
};

const prayerRequestSchema = new Schema<PrayerRequestRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
    createdAt: { type: Date, required: true },
    openUntil: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    approvedAt: { type: Date, default: null },
    slot: { type: String },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "prayerRequests" },
);
prayerRequestSchema.index({ userId: 1 });
prayerRequestSchema.index({ slot: 1 }, { unique: true, sparse: true });
prayerRequestSchema.index({ endedAt: 1, openUntil: 1, createdAt: -1 });
prayerRequestSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PrayerRequestModel = defineModel<PrayerRequestRecord>("PrayerRequest", prayerRequestSchema);

/** A user's topics for a conversation, in one encrypted record. */
export type ConversationRecord = {
  /** The user id. */
  _id: string;
  userId: number;
  sealed: Buffer;
};

const conversationSchema = new Schema<ConversationRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "conversations" },
);
conversationSchema.index({ userId: 1 });

export const ConversationModel = defineModel<ConversationRecord>("Conversation", conversationSchema);
