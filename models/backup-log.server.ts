import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * Notes that a backup was made: by a command, an administrator or the nightly job; the file itself may be anywhere. Two records
 * without bytes are of no backup: "began" and "trouble" (nightly-state.server.ts).
 */
export type BackupLogRecord = {
  _id: string;
  at: Date;
  bytes: number;
  /** The machine that wrote it. */
  host: string;
  /** The night that a nightly backup is for, YYYY-MM-DD; empty for one that someone asked for. */
  night: string;
  /** Its file in DATA_DIR/backups; empty where the file went elsewhere. */
  name: string;
  tookMs: number;
  /** The second folder, once its copy there is whole. */
  copiedTo: string;
  /** Why the last nightly backup is not whole, in a sentence: in the record "trouble" alone. */
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
