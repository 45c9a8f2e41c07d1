import { Schema } from "mongoose";
import type { InstanceSettings } from "~/domain/operations/instance-settings";
import { defineModel } from "./db/define-model.server";

/** The settings of this instance and its setup code: one record without secrets. */
export type InstanceRecord = Partial<InstanceSettings> & {
  _id: "house";
  /** The hash of the setup code printed by the last start; null once there is an administrator. */
  setupCode?: string | null;
};

/** A setting without a path here would be dropped when it is stored, so the type requires all of them. */
const settings: Record<keyof InstanceSettings, StringConstructor> = {
  houseName: String,
  registration: String,
  defaultPlan: String,
  welcome: String,
  sharedWay: String,
  prayerList: String,
  wayOnToday: String,
};

const instanceSchema = new Schema<InstanceRecord>(
  { _id: String, ...settings, setupCode: String },
  { versionKey: false, collection: "house" },
);

export const InstanceModel = defineModel<InstanceRecord>("House", instanceSchema);

/** A background job. The process that holds its lease runs it. */
export type JobRecord = {
  /** The job's name. */
  _id: string;
  /** The process that holds the lease; empty for none. */
  owner: string;
  leaseUntil: Date;
  /** When the next run is due. */
  nextAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Duration of the last run in milliseconds. */
  lastMs: number | null;
  outcome: "done" | "failed" | null;
  /** Consecutive failed runs. */
  failures: number;
};

const jobSchema = new Schema<JobRecord>(
  {
    _id: String,
    owner: { type: String, default: "" },
    leaseUntil: { type: Date, required: true },
    nextAt: { type: Date, required: true },
    startedAt: { type: Date, default: null },
    endedAt: { type: Date, default: null },
    lastMs: { type: Number, default: null },
    outcome: { type: String, enum: ["done", "failed", null], default: null },
    failures: { type: Number, default: 0 },
  },
  { versionKey: false, collection: "jobs" },
);

export const JobModel = defineModel<JobRecord>("Job", jobSchema);

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

const auditEventSchema = new Schema<AuditEventRecord>(
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
auditEventSchema.index({ subjectId: 1, _id: -1 });
auditEventSchema.index({ actorId: 1, _id: -1 });
auditEventSchema.index({ kind: 1, _id: -1 });
// Statistics of a period, such as blocked sign-ins.
auditEventSchema.index({ kind: 1, at: 1 });

export const AuditEventModel = defineModel<AuditEventRecord>("AuditEvent", auditEventSchema);

/**
 * A backup made by a command, an administrator or the nightly job; its file may be anywhere. Two records are not backups
 * and have no bytes: "began", when nightly backups were enabled, and "trouble", the last failure.
 */
export type BackupLogRecord = {
  _id: string;
  at: Date;
  bytes: number;
  /** The machine that made the backup. */
  host: string;
  /** The night of a nightly backup, YYYY-MM-DD; empty for a manual one. */
  night: string;
  /** The file name in DATA_DIR/backups; empty if the file is elsewhere. */
  name: string;
  tookMs: number;
  /** The second backup folder, once the copy in it is complete. */
  copiedTo: string;
  /** The reason of the last failure as a sentence, in the record "trouble". */
  trouble: string;
};

const backupLogSchema = new Schema<BackupLogRecord>(
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
backupLogSchema.index({ at: -1 });

export const BackupLogModel = defineModel<BackupLogRecord>("BackupNote", backupLogSchema);

/** The last result of a slow check of the whole database. */
export type CheckReportRecord = {
  _id: "sizes" | "integrity";
  at: Date;
  /** "sizes": bytes of each collection. */
  collections: { name: string; bytes: number; indexBytes: number }[];
  /** "integrity": number of records checked by kind, and problems as sentences without content. */
  looked: { what: string; count: number }[];
  problems: string[];
};

const checkReportSchema = new Schema<CheckReportRecord>(
  {
    _id: { type: String, enum: ["sizes", "integrity"] },
    at: { type: Date, required: true },
    collections: {
      type: [new Schema({ name: String, bytes: Number, indexBytes: Number }, { _id: false })],
      default: [],
    },
    looked: { type: [new Schema({ what: String, count: Number }, { _id: false })], default: [] },
    problems: { type: [String], default: [] },
  },
  { versionKey: false, collection: "checkReports" },
);

export const CheckReportModel = defineModel<CheckReportRecord>("CheckReport", checkReportSchema);

/** A counter of a rate limit, for an account and network or another scope. The id is a hash, so no IP or email address is stored. */
export type RateLimitCounterRecord = {
  _id: string;
  failures: number;
  lockedUntil: Date | null;
  /** The start of the counted window; null in a counter of a lockout, which has none. */
  windowStart: Date | null;
  lastAt: Date | null;
  /** Accounts that hold a slot, for limits whose slots can be refunded. */
  takers?: number[];
  expiresAt: Date;
};

const rateLimitCounterSchema = new Schema<RateLimitCounterRecord>(
  {
    _id: String,
    failures: { type: Number, required: true },
    lockedUntil: { type: Date, default: null },
    windowStart: { type: Date, default: null },
    lastAt: { type: Date, default: null },
    takers: { type: [Number], default: undefined },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "loginAttempts" },
);
rateLimitCounterSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const RateLimitCounterModel = defineModel<RateLimitCounterRecord>(
  "LoginAttempt",
  rateLimitCounterSchema,
);
