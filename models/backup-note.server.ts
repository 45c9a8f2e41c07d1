import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** Notes that a command or an administrator made a backup; the file itself may be anywhere. */
export type BackupNoteRecord = {
  _id: string;
  at: Date;
  bytes: number;
  /** The machine that wrote it. */
  host: string;
};

const schema = new Schema<BackupNoteRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    bytes: { type: Number, required: true },
    host: { type: String, default: "" },
  },
  { versionKey: false, collection: "backupNotes" },
);
schema.index({ at: -1 });

export const BackupNoteModel = defineModel<BackupNoteRecord>("BackupNote", schema);
