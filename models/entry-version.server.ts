import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** An earlier version of an entry. Ten slots per entry are a ring buffer, so that storing a version is one write. */
export type EntryVersionRecord = {
  /** The entry's id and the slot: "ID.3". */
  _id: string;
  userId: number;
  entryId: string;
  version: number;
  savedAt: Date;
  /** Encrypted content, bound to the entry and the version. */
  sealed: Buffer;
  /** The ids of its pictures; absent for none. */
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
// For deleting an account; pages read by id.
schema.index({ userId: 1 });
// Whether any earlier version contains a picture.
schema.index({ pictures: 1 }, { partialFilterExpression: { pictures: { $exists: true } } });

export const EntryVersionModel = defineModel<EntryVersionRecord>("EntryVersion", schema);
