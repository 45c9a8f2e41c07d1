import { Schema } from "mongoose";
import type { LockMinutes } from "~/domain/identity/session-policy";
import type { SignInMethod } from "~/domain/member/member";
import { KEY_SCOPES, type KeyScope } from "~/domain/portability/api/api-key";
import { defineModel } from "./db/define-model.server";

/** A signed-in browser. The cookie contains the secret, the record's id is its hash. */
export type SessionRecord = {
  /** SHA-256 of the cookie's secret, base64url. */
  _id: string;
  userId: number;
  /** The session is valid while this stamp equals the user's. */
  securityStamp: string;
  remember: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  /** The idle timeout, extended by use. */
  expiresAt: Date;
  /** The absolute timeout, never extended. */
  endsAt: Date;
  /** "Firefox on Linux": for the list of sessions, never the full user agent. */
  device: string;
  /** The subnet it was started from ("203.0.113.0/24"), never the full IP address. */
  network: string;
  /** End of the session's access to the administration, extended by each use; unused for other accounts. */
  adminUntil: Date;
  /** The keys of a sealed journal, wrapped by the cookie's secret. */
  keys?: Buffer;
  /** The sign-in method; absent for a password. */
  way?: SignInMethod;
  /** A hash of the OIDC provider's session id; the provider can end this session with it. */
  providerSession?: string;
  /** When the user last authenticated at the OIDC provider; absent if unknown. */
  authenticatedAt?: Date;
  /** The ID token for signing out at the provider, wrapped by the cookie's secret. */
  idToken?: Buffer;
  /** Idle minutes after which the session locks; absent for never. */
  lockAfter?: LockMinutes;
  /** When the session locked; absent while it is unlocked. */
  lockedAt?: Date;
};

const sessionSchema = new Schema<SessionRecord>(
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
sessionSchema.index({ providerSession: 1 }, { partialFilterExpression: { providerSession: { $gt: "" } } });
sessionSchema.index({ userId: 1, createdAt: -1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = defineModel<SessionRecord>("Session", sessionSchema);

/**
 * One half of the key that unlocks a sealed journal between password and two-step code; the browser's cookie has the other.
 * Deleted after a correct code or five minutes, which makes the cookie useless.
 */
export type PendingSignInRecord = {
  /** SHA-256 of an id in the cookie, base64url. */
  _id: string;
  userId: number;
  half: Buffer;
  expiresAt: Date;
};

const pendingSignInSchema = new Schema<PendingSignInRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    half: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "pendingSignIns" },
);
pendingSignInSchema.index({ userId: 1 });
pendingSignInSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const PendingSignInModel = defineModel<PendingSignInRecord>("PendingSignIn", pendingSignInSchema);

/** A user's API key, stored as a hash. */
export type ApiKeyRecord = {
  _id: string;
  userId: number;
  /** Slot among the user's keys. The unique index limits their number. */
  place: number;
  hash: string;
  name: string;
  scope: KeyScope;
  /** The key is valid while this stamp equals the user's, so a new password revokes every key. */
  securityStamp: string;
  createdAt: Date;
  /** The month of the last use, "2026-11"; empty before the first. */
  lastMonth: string;
  expiresAt: Date;
};

const apiKeySchema = new Schema<ApiKeyRecord>(
  {
    _id: String,
    userId: { type: Number, required: true },
    place: { type: Number, required: true },
    hash: { type: String, required: true },
    name: { type: String, required: true },
    scope: { type: String, enum: KEY_SCOPES, required: true },
    securityStamp: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastMonth: { type: String, default: "" },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "accessKeys" },
);
apiKeySchema.index({ hash: 1 }, { unique: true });
apiKeySchema.index({ userId: 1, place: 1 }, { unique: true });
apiKeySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ApiKeyModel = defineModel<ApiKeyRecord>("AccessKey", apiKeySchema);
