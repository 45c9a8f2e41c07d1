import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/**
 * What an entry said before a save. Each entry has ten places, used in turn, so that keeping a version is one write,
 * which replaces the oldest.
 */
export type EntryVersionRecord = {
  /** The entry's id and the place: "ID.3". */
  _id: string;
  userId: number;
  entryId: string;
  version: number;
  /** When this version was saved. */
  savedAt: Date;
  /** Encrypted content, bound to the entry and the version. */
  sealed: Buffer;
  /** The ids of the pictures that it had; missing where there were none. */
  pictures?: string[];
};

const schema = new Schema<EntryVersionRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    entryId: { type: String, required: true },
    version: { type: Number, required: true },
    savedAt: { type: Date, required: true },
    sealed: { type: Buffer, required: true },
    pictures: { type: [String], default: undefined },
  },
  { versionKey: false, collection: "entryVersions" },
);
// Pages read by id; this serves the end of an account.
schema.index({ userId: 1 });
// Whether a picture is still shown by an earlier version, for all accounts.
schema.index({ pictures: 1 }, { partialFilterExpression: { pictures: { $exists: true } } });

export const EntryVersionModel = defineModel<EntryVersionRecord>("EntryVersion", schema);
