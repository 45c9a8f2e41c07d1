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

/** The choice of "If I am no longer here", and the steps that were taken for it. */
export type Legacy = {
  choice: "destroy" | "give";
  /** Only for `destroy`: the months without a request after which the warnings begin. */
  months?: LegacyMonths;
  /** Only for `give`: name and email address of the chosen person, encrypted with an account key. */
  person?: Buffer;
  /** The end of the hour of the last authenticated request. Only accounts with a choice have it. */
  seenUntil: Date;
  warnings: LegacyWarning[];
  /** The mail relay refused a warning, so nothing is destroyed until the owner has used the account again. */
  isStopped: boolean;
  /** The start of the current wait, if a pause of the server or a jump of the clock has moved it. */
  waitFrom?: Date | null;
  handOver: HandOver | null;
  /** The owner has returned, which undid a step, and an email about it is due. */
  isUndone?: boolean;
  /** With `isUndone`: the state of the hand-over at the owner's return; absent if no link had been sent. */
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
// A partial index: only accounts with a choice have `seenUntil`.
legacyPart.index(
  { "legacy.seenUntil": 1 },
  { partialFilterExpression: { "legacy.seenUntil": { $gt: new Date(0) } } },
);
legacyPart.index(
  { "legacy.handOver.tokenHash": 1 },
  { partialFilterExpression: { "legacy.handOver.tokenHash": { $gt: "" } } },
);
