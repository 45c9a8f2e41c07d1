import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * A picture. It is written after all of its chunks, so that it is never incomplete. The encrypted content of an entry places
 * and describes its pictures; the entry also lists their ids unencrypted.
 */
export type PictureRecord = {
  _id: string;
  userId: number;
  /** The form submission or imported entry that brought the picture; empty once an entry has removed it. */
  holder: string;
  createdAt: Date;
  width: number;
  height: number;
  /** The total size of its chunks, which count towards the quota. */
  bytes: number;
  /** Since when no saved entry has contained the picture; null while one does. */
  looseSince: Date | null;
};

/** A chunk of a picture in one of its two sizes. */
export type PictureChunkRecord = {
  /** Picture id, size and chunk number: "ID.large.0". */
  _id: string;
  userId: number;
  pictureId: string;
  createdAt: Date;
  sealed: Buffer;
};

const pictureSchema = new Schema<PictureRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    holder: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    bytes: { type: Number, required: true },
    looseSince: { type: Date, default: null },
  },
  { versionKey: false, collection: "pictures" },
);
// For deleting an account, and for earlier versions, which list unattached pictures.
pictureSchema.index({ userId: 1, holder: 1, looseSince: 1 });
pictureSchema.index({ looseSince: 1 }, { partialFilterExpression: { looseSince: { $gt: new Date(0) } } });

const chunkSchema = new Schema<PictureChunkRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    pictureId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "picturePieces" },
);
chunkSchema.index({ userId: 1, pictureId: 1 });
chunkSchema.index({ createdAt: 1 });

export const PictureModel = defineModel<PictureRecord>("Picture", pictureSchema);
export const PictureChunkModel = defineModel<PictureChunkRecord>("PicturePiece", chunkSchema);
