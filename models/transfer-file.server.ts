import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * Something of a person's that waits for their next click: an export or an administrators' file that was asked for, or a file that is to be taken
 * in, what a change of tags has changed, so that it can be taken back, a book that was made, or what an import has brought, so that it can be taken back. Sealed with the person's own key, and forgotten when its time is over.
 */
export type TransferFileRecord = {
  /** The hash of a ticket; of a file that arrives or is read, its person; the id of an import; an import's id and the number of one of its parts, or of a piece of its file; the person of a change of tags. */
  _id: string;
  userId: number;
  purpose:
    | "export"
    | "reading"
    | "upload-piece"
    | "import"
    | "part"
    | "administration"
    | "tag-change"
    | "book"
    | "book-part"
    | "brought";
  sealed: Buffer;
  expiresAt: Date;
  /**
   * Of an import: how many parts there are, the next one to take in, and how many entries each of those before brought. Of a
   * file that is read: how many entries were seen in it. Of a book: how many entries it has, how many of them are set, and, once it is made, the bytes of each of its parts.
   */
  parts?: number;
  next?: number;
  added?: number[];
  /** Of an import: how many of its parts are pictures, which come before all others. */
  picturesFirst?: number;
  /** Of an import: whether the settings in the file are taken over. */
  withSettings?: boolean;
  /** When the job may continue a confirmed import that is not done. */
  resumeAt?: Date;
  /** Of an import: until then a request is at work on it. Of a file: until then it arrives or is read. Of a book: until then it is being made. */
  busyUntil?: Date;
  /** Of a file that arrives or is read: a keyed hash of the client's subnet. */
  network?: string;
};

const schema = new Schema<TransferFileRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    purpose: {
      type: String,
      enum: [
        "export",
        "reading",
        "upload-piece",
        "import",
        "part",
        "administration",
        "tag-change",
        "book",
        "book-part",
        "brought",
      ],
      required: true,
    },
    sealed: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
    parts: { type: Number },
    next: { type: Number },
    added: { type: [Number], default: undefined },
    picturesFirst: { type: Number },
    withSettings: { type: Boolean },
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
