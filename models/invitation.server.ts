import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A single-use invitation to register; its secrets are stored as hashes. */
export type InvitationRecord = {
  /** Sorts by creation time. */
  _id: string;
  hash: string;
  /** Hash of the short code of an invitation that is handed over. */
  codeHash?: string;
  /** The recipient; empty for an invitation that is handed over. */
  email: string;
  emailKey: string;
  note: string;
  createdAt: Date;
  /** The administrator; null for the command. */
  createdBy: number | null;
  endsAt: Date;
  withdrawnAt: Date | null;
  usedAt: Date | null;
  /** The account created with it. Deleting the account deletes the invitation. */
  userId: number | null;
  /** When the record is deleted, some time after `endsAt`. */
  expiresAt: Date;
};

const schema = new Schema<InvitationRecord>(
  {
    _id: String,
    hash: { type: String, required: true },
    codeHash: String,
    email: { type: String, default: "" },
    emailKey: { type: String, default: "" },
    note: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    createdBy: { type: Number, default: null },
    endsAt: { type: Date, required: true },
    withdrawnAt: { type: Date, default: null },
    usedAt: { type: Date, default: null },
    userId: { type: Number, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "invitations" },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ codeHash: 1 }, { unique: true, sparse: true });
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const InvitationModel = defineModel<InvitationRecord>("Invitation", schema);
