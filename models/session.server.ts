import { Schema } from "mongoose";
import type { LockMinutes } from "~/domain/identity/session-policy";
import type { SignInMethod } from "~/domain/member/member";
import { defineModel } from "./db/define-model.server";

/** A signed-in browser. The cookie holds the secret; the record is found by its hash. */
export type SessionRecord = {
  /** SHA-256 of the cookie's secret, base64url. */
  _id: string;
  userId: number;
  /** Equal to the user's stamp, or the session is over. */
  securityStamp: string;
  remember: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  /** The idle limit, moved forward by use. */
  expiresAt: Date;
  /** The absolute limit, never moved. */
  endsAt: Date;
  /** "Firefox on Linux": for the list of sessions, never the full user agent. */
  device: string;
  /** The neighbourhood it was started from ("203.0.113.0/24"), never the whole address. */
  network: string;
  /** How long the administrators' area stays open without being used; meaningless for other accounts. */
  adminUntil: Date;
  /** The keys of a sealed journal, wrapped by the cookie's secret; only the secret's hash is here. */
  keys?: Buffer;
  /** How its person signed in; absent for a password. */
  way?: SignInMethod;
  /** The provider's name of its own session, hashed: by it the provider ends this one too. */
  providerSession?: string;
  /** When the provider last asked who its person is; absent where it does not say. */
  authenticatedAt?: Date;
  /** What the provider wants to see when someone signs out there, wrapped by the cookie's secret. */
  idToken?: Buffer;
  /** After how many minutes without use it asks for the password again; absent for never. */
  lockAfter?: LockMinutes;
  /** Since when it does. */
  lockedAt?: Date;
};

const schema = new Schema<SessionRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    securityStamp: { type: String, required: true },
    remember: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    device: { type: String, default: "" },
    network: { type: String, default: "" },
    adminUntil: { type: Date, default: () => new Date(0) },
    keys: { type: Buffer, default: undefined },
    way: { type: String, default: undefined },
    providerSession: { type: String, default: undefined },
    authenticatedAt: { type: Date, default: undefined },
    idToken: { type: Buffer, default: undefined },
    lockAfter: { type: Number, default: undefined },
    lockedAt: { type: Date, default: undefined },
  },
  { versionKey: false, collection: "sessions" },
);
schema.index({ providerSession: 1 }, { partialFilterExpression: { providerSession: { $gt: "" } } });
schema.index({ userId: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = defineModel<SessionRecord>("Session", schema);
