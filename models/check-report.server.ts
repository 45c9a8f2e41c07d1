import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** The last result of a slow check of the whole database. */
export type CheckReportRecord = {
  _id: "sizes" | "integrity";
  at: Date;
  /** "sizes": bytes of each collection. */
  collections: { name: string; bytes: number; indexBytes: number }[];
  /** "integrity": number of records checked by kind, and problems as sentences without content. */
  looked: { what: string; count: number }[];
  problems: string[];
};

const schema = new Schema<CheckReportRecord>(
  {
    _id: { type: String, enum: ["sizes", "integrity"] },
    at: { type: Date, required: true },
    collections: {
      type: [new Schema({ name: String, bytes: Number, indexBytes: Number }, { _id: false })],
      default: [],
    },
    looked: { type: [new Schema({ what: String, count: Number }, { _id: false })], default: [] },
    problems: { type: [String], default: [] },
  },
  { versionKey: false, collection: "checkReports" },
);

export const CheckReportModel = defineModel<CheckReportRecord>("CheckReport", schema);
