import { Schema } from "mongoose";
import {
  DELIVERY_STATES,
  HAND_OVER_FORMATS,
  LEGACY_MONTHS,
  type DeliveryState,
  type HandOverFormat,
  type LegacyMonths,
} from "~/domain/identity/legacy";

/** An email that announces the destruction. `acceptedAt` is when the relay accepted it. */
export type LegacyWarning = { mailId: string; at: Date; acceptedAt: Date | null };

/** A hand-over that an administrator has started. The link exists from `mailedAt` on, and is stored as a hash. */
export type HandOver = {
  startedAt: Date;
  mailedAt: Date | null;
  mailId?: string;
  isMailAccepted?: boolean;
  tokenHash?: string;
  /** The files that were downloaded. */
  taken: HandOverFormat[];
};

/** The choice for a journal without its owner, and the steps taken. */
export type Legacy = {
  choice: "destroy" | "give";
  /** Of `destroy`: the months without a request. */
  months?: LegacyMonths;
  /** Of `give`: name and email address, encrypted with an account key. */
  person?: Buffer;
  /** The end of the hour of the last authenticated request. Only accounts with a choice have it. */
  seenUntil: Date;
  warnings: LegacyWarning[];
  /** The relay refused a warning: nothing is destroyed until the owner has been here again. */
  isStopped: boolean;
  /** The clock was found to have jumped: waits count from here. */
  waitFrom?: Date | null;
  handOver: HandOver | null;
  /** The owner's return undid a step, and an email about it is due. */
  isUndone?: boolean;
  /** With `isUndone`: what the chosen person had been given by then. */
  given?: DeliveryState;
};

/** Absent for a user who chose nothing, the default. */
export type LegacyPart = { legacy?: Legacy };

const warning = new Schema<LegacyWarning>(
  { mailId: String, at: Date, acceptedAt: { type: Date, default: null } },
  { _id: false },
);
const handOver = new Schema<HandOver>(
  {
    startedAt: { type: Date, required: true },
    mailedAt: { type: Date, default: null },
    mailId: { type: String },
    isMailAccepted: { type: Boolean },
    tokenHash: { type: String },
    taken: { type: [{ type: String, enum: HAND_OVER_FORMATS }], default: [] },
  },
  { _id: false },
);
const legacy = new Schema<Legacy>(
  {
    choice: { type: String, enum: ["destroy", "give"], required: true },
    months: { type: Number, enum: LEGACY_MONTHS },
    person: { type: Buffer },
    seenUntil: { type: Date, required: true },
    warnings: { type: [warning], default: [] },
    isStopped: { type: Boolean, default: false },
    waitFrom: { type: Date },
    handOver: { type: handOver, default: null },
    isUndone: { type: Boolean },
    given: { type: String, enum: DELIVERY_STATES },
  },
  { _id: false },
);

export const legacyPart = new Schema<LegacyPart>(
  { legacy: { type: legacy, default: undefined } },
  { _id: false },
);
// Only accounts with a choice.
legacyPart.index(
  { "legacy.seenUntil": 1 },
  { partialFilterExpression: { "legacy.seenUntil": { $gt: new Date(0) } } },
);
legacyPart.index(
  { "legacy.handOver.tokenHash": 1 },
  { partialFilterExpression: { "legacy.handOver.tokenHash": { $gt: "" } } },
);
