import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** A single-use way to an account. Only the hash of its secret is kept; it is forgotten some time after its end. */
export type InvitationRecord = {
  /** Sorts by the moment of creation. */
  _id: string;
  hash: string;
  /** Whom it was sent to; empty when it is handed over in person. */
  email: string;
  emailKey: string;
  note: string;
  createdAt: Date;
  /** The administrator; null for the command. */
  createdBy: number | null;
  endsAt: Date;
  withdrawnAt: Date | null;
  usedAt: Date | null;
  /** Whose account was made with it; it goes with the account. */
  userId: number | null;
  /** When it is forgotten. */
  expiresAt: Date;
};

const schema = new Schema<InvitationRecord>(
  {
    _id: String,
    hash: { type: String, required: true },
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
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const InvitationModel = defineModel<InvitationRecord>("Invitation", schema);
