import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

const PURPOSES = [
  "export",
  "administration",
  // An upload being parsed, and a chunk of an upload.
  "reading",
  "upload-piece",
  // A staged import, a batch of it, and its undo log.
  "import",
  "part",
  "brought",
  // The undo log of a change of tags.
  "tag-change",
  "book",
  "book-part",
  // A download of a handed-over journal.
  "hand-over",
] as const;

/**
 * A temporary file of a user, encrypted with the user's key: an export or an administrator's download, an upload and its
 * chunks, a staged import and its batches, the undo log of an import or a change of tags, or a book and its parts.
 */
export type TransferFileRecord = {
  /**
   * Downloads: the hash of a ticket. Uploads being received or parsed, and changes of tags: the user id. Imports: the id of
   * the import, with the number of a batch or of a chunk of its file.
   */
  _id: string;
  userId: number;
  purpose: (typeof PURPOSES)[number];
  sealed: Buffer;
  expiresAt: Date;
  /**
   * Imports: the number of batches, the next batch, and the entries added by each earlier one. Uploads: the number of entries
   * parsed so far. Books: the number of entries, those typeset so far, and finally the bytes of each part.
   */
  parts?: number;
  next?: number;
  added?: number[];
  /** Imports: the number of picture batches, which precede all others. */
  picturesFirst?: number;
  /** Imports: whether to import the settings too. */
  withSettings?: boolean;
  /** Imports: whether to keep mood, place and weather as a line of text. */
  withDetails?: boolean;
  /** When the job may resume a confirmed import that is incomplete. */
  resumeAt?: Date;
  /** The lease of the request or worker that receives, parses, imports or typesets the file. */
  busyUntil?: Date;
  /** Uploads: a keyed hash of the client's subnet. */
  network?: string;
};

const schema = new Schema<TransferFileRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    purpose: { type: String, enum: PURPOSES, required: true },
    sealed: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
    parts: { type: Number },
    next: { type: Number },
    added: { type: [Number], default: undefined },
    picturesFirst: { type: Number },
    withSettings: { type: Boolean },
    withDetails: { type: Boolean },
    resumeAt: { type: Date },
    busyUntil: { type: Date },
    network: { type: String },
  },
  { versionKey: false, collection: "heldFiles" },
);
schema.index({ userId: 1, purpose: 1 });
schema.index({ resumeAt: 1 }, { partialFilterExpression: { resumeAt: { $gt: new Date(0) } } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const TransferFileModel = defineModel<TransferFileRecord>("TransferFile", schema);
