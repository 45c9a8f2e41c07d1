import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * A backup made by a command, an administrator or the nightly job; its file may be anywhere. Two records are not backups
 * and have no bytes: "began", when nightly backups were enabled, and "trouble", the last failure.
 */
export type BackupLogRecord = {
  _id: string;
  at: Date;
  bytes: number;
  /** The machine that made the backup. */
  host: string;
  /** The night of a nightly backup, YYYY-MM-DD; empty for a manual one. */
  night: string;
  /** The file name in DATA_DIR/backups; empty if the file is elsewhere. */
  name: string;
  tookMs: number;
  /** The second backup folder, once the copy in it is complete. */
  copiedTo: string;
  /** The reason of the last failure as a sentence, in the record "trouble". */
  trouble: string;
};

const schema = new Schema<BackupLogRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    bytes: { type: Number, required: true },
    host: { type: String, default: "" },
    night: { type: String, default: "" },
    name: { type: String, default: "" },
    tookMs: { type: Number, default: 0 },
    copiedTo: { type: String, default: "" },
    trouble: { type: String, default: "" },
  },
  { versionKey: false, collection: "backupNotes" },
);
schema.index({ at: -1 });

export const BackupLogModel = defineModel<BackupLogRecord>("BackupNote", schema);
