import { Schema } from "mongoose";

/** What a person's journal takes of the quota; stored as `room`. */
export type QuotaPart = {
  room: {
    /** Never much less than what is there, and often more: what gives way to a later text is taken off by the next count. */
    bytes: number;
    /** What the last count found, and when that was. */
    counted: number;
    countedAt: Date;
    /** Which process charged last, and when. */
    chargedBy?: string;
    chargedAt?: Date;
  };
};

const room = new Schema<QuotaPart["room"]>(
  { bytes: Number, counted: Number, countedAt: Date, chargedBy: String, chargedAt: Date },
  { _id: false },
);

export const quotaPart = new Schema<QuotaPart>(
  // A new journal is empty, and needs no counting.
  { room: { type: room, default: () => ({ bytes: 0, counted: 0, countedAt: new Date(0) }) } },
  { _id: false },
);
// How many journals are nearly full, for System health.
quotaPart.index({ "room.bytes": 1 }, { partialFilterExpression: { "room.bytes": { $gt: 0 } } });
