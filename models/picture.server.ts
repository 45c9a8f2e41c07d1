import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * The file of a picture. It is written after all of its pieces, so that half a picture is never seen. Which entry shows it, in
 * which place and with which words, is said by that entry's sealed content; its id stands beside it in the clear.
 */
export type PictureRecord = {
  _id: string;
  userId: number;
  /** The submission of the form that brought it, or the page that an import brought it for; empty once it has been removed. */
  holder: string;
  createdAt: Date;
  width: number;
  height: number;
  /** What its pieces take together. */
  bytes: number;
  /** Since when no saved page has been known to show it; null as long as one does. */
  looseSince: Date | null;
};

/** A part of a picture's file, or of its small one. */
export type PictureChunkRecord = {
  /** The picture's id, its size, and the number of the piece: "ID.large.0". */
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
// For the end of an account, and for earlier versions, which listed what waited for a page.
pictureSchema.index({ userId: 1, holder: 1, looseSince: 1 });
pictureSchema.index({ looseSince: 1 }, { partialFilterExpression: { looseSince: { $gt: new Date(0) } } });

const pieceSchema = new Schema<PictureChunkRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    pictureId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
  },
  { versionKey: false, collection: "picturePieces" },
);
pieceSchema.index({ userId: 1, pictureId: 1 });
pieceSchema.index({ createdAt: 1 });

export const PictureModel = defineModel<PictureRecord>("Picture", pictureSchema);
export const PictureChunkModel = defineModel<PictureChunkRecord>("PicturePiece", pieceSchema);
