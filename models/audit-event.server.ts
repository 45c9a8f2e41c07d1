import { Schema } from "mongoose";
import { defineModel } from "./db/define-model.server";

/** An entry of the append-only audit log, a hash chain. */
export type AuditEventRecord = {
  /** 1, 2, 3 … without gaps. */
  _id: number;
  at: Date;
  kind: string;
  /** The acting user; null for anonymous visitors and the system. */
  actorId: number | null;
  /** The account concerned. */
  subjectId: number | null;
  /** Fixed words and numbers only, never user input, addresses or secrets. */
  details: Record<string, string | number | boolean>;
  previousHash: string;
  hash: string;
};

const schema = new Schema<AuditEventRecord>(
  {
    _id: { type: Number, required: true },
    at: { type: Date, required: true },
    kind: { type: String, required: true },
    actorId: { type: Number, default: null },
    subjectId: { type: Number, default: null },
    details: { type: Schema.Types.Mixed, default: {} },
    previousHash: { type: String, required: true },
    hash: { type: String, required: true },
  },
  { versionKey: false, collection: "auditEvents", minimize: false },
);
schema.index({ subjectId: 1, _id: -1 });
schema.index({ actorId: 1, _id: -1 });
schema.index({ kind: 1, _id: -1 });
// Statistics of a period, such as blocked sign-ins.
schema.index({ kind: 1, at: 1 });

export const AuditEventModel = defineModel<AuditEventRecord>("AuditEvent", schema);
