import { Schema } from "mongoose";

export type TokenPurpose = "verify-email" | "reset-password" | "other-methods";

/** A single-use link, stored as a hash and removed by the write that it authorizes. */
export type LinkToken = { hash: string; purpose: TokenPurpose; expiresAt: Date };

/** Two-step sign-in (RFC 6238). `sealed` is the secret, encrypted with the user's data key. */
type TwoStep = { sealed: Buffer; lastStep: number; recoveryHashes: string[]; enabledAt: Date };

/** A new email address, pending confirmation from both mailboxes. */
type EmailChange = {
  email: string;
  oldHash: string;
  newHash: string;
  oldConfirmed: boolean;
  newConfirmed: boolean;
  expiresAt: Date;
};

/** The link to an OIDC identity; `key` is a hash of issuer and subject. */
type OidcLink = { key: string; since: Date };

/** An email about a change of this user, stored by the same write; a job moves it to the outbox. */
export type PendingMail = { id: string; kind: string; sealed: Buffer; at: Date };

/** An unread notice that a backup was restored: the time of the backup, and whether the journal lost its seal. */
type Restored = { to: Date; isSealOff: boolean };

/** Identity, credentials and status of an account. */
export type AccountPart = {
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  firstName: string;
  lastName: string;
  /** Empty for a user of single sign-on without a password. */
  passwordHash: string;
  atProvider: OidcLink | null;
  isAdmin: boolean;
  /** Can write ways, without other permissions of administrators. */
  isWriter: boolean;
  /** Can approve, shorten and remove prayer requests, without other permissions of administrators. */
  keepsPrayerList?: boolean;
  status: "active" | "locked" | "deleting";
  /** While `deleting`: until then the deletion can be undone. */
  deleteAfter?: Date | null;
  emailVerifiedAt: Date | null;
  /** The email address was accepted unverified, without SMTP. Its first verification removes earlier sign-in methods. */
  emailUnproven?: boolean;
  /** Sessions are valid only while they have the same stamp: a new one, as after a password change, ends them all. */
  securityStamp: string;
  /** The last change that restoring a backup must not revert (identity/backup-sidecar.server.ts). */
  securedAt?: Date;
  restored?: Restored | null;
  /** When an administrator last created a password link manually, until the member has read the notice. */
  resetLinkMadeAt?: Date | null;
  tokens: LinkToken[];
  pendingMail: PendingMail[];
  /** Times of requested verification emails, for rate limits. */
  verificationMailAt: Date[];
  twoStep: TwoStep | null;
  emailChange: EmailChange | null;
  /** Whether each guide was seen on any device (`hasSeenWalkthrough` and `hasSeenFormationWelcome` in the browser). */
  seenTour: boolean;
  /** When a guide was last finished, skipped or closed; null for never. */
  guideSeenAt: Date | null;
  seenFormationWelcome: boolean;
  /** Whether the menu has the quick exit. Absent, which means yes, in accounts older than the choice. */
  quickExit?: boolean;
  createdAt: Date;
  /** The invitation used; the unique index makes it single-use. */
  invitation?: string;
  /** The month of the last use (UTC), "2026-11": deliberately nothing more exact. */
  lastUsedMonth: string;
};

const linkToken = new Schema<LinkToken>({ hash: String, purpose: String, expiresAt: Date }, { _id: false });
const pendingMail = new Schema<PendingMail>(
  { id: String, kind: String, sealed: Buffer, at: Date },
  { _id: false },
);
const twoStep = new Schema<TwoStep>(
  { sealed: Buffer, lastStep: Number, recoveryHashes: [String], enabledAt: Date },
  { _id: false },
);
const atProvider = new Schema<OidcLink>({ key: String, since: Date }, { _id: false });
const restored = new Schema<Restored>({ to: Date, isSealOff: Boolean }, { _id: false });
const emailChange = new Schema<EmailChange>(
  {
    email: String,
    oldHash: String,
    newHash: String,
    oldConfirmed: Boolean,
    newConfirmed: Boolean,
    expiresAt: Date,
  },
  { _id: false },
);

export const accountPart = new Schema<AccountPart>(
  {
    username: { type: String, required: true },
    usernameKey: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    firstName: { type: String, default: "" },
    lastName: { type: String, default: "" },
    passwordHash: { type: String, default: "" },
    atProvider: { type: atProvider, default: null },
    isAdmin: { type: Boolean, default: false },
    isWriter: { type: Boolean, default: false },
    keepsPrayerList: { type: Boolean },
    status: { type: String, enum: ["active", "locked", "deleting"], default: "active" },
    deleteAfter: { type: Date, default: null },
    emailVerifiedAt: { type: Date, default: null },
    emailUnproven: { type: Boolean, default: undefined },
    securityStamp: { type: String, required: true },
    securedAt: { type: Date, default: undefined },
    restored: { type: restored, default: undefined },
    resetLinkMadeAt: { type: Date, default: undefined },
    tokens: { type: [linkToken], default: [] },
    pendingMail: { type: [pendingMail], default: [] },
    verificationMailAt: { type: [Date], default: [] },
    twoStep: { type: twoStep, default: null },
    emailChange: { type: emailChange, default: null },
    seenTour: { type: Boolean, default: false },
    guideSeenAt: { type: Date, default: null },
    seenFormationWelcome: { type: Boolean, default: false },
    quickExit: { type: Boolean, default: false },
    createdAt: { type: Date, required: true },
    lastUsedMonth: { type: String, default: "" },
    invitation: { type: String, default: undefined },
  },
  { _id: false },
);
accountPart.index({ usernameKey: 1 }, { unique: true });
accountPart.index({ emailKey: 1 }, { unique: true });
accountPart.index({ invitation: 1 }, { unique: true, partialFilterExpression: { invitation: { $gt: "" } } });
accountPart.index(
  { "atProvider.key": 1 },
  { unique: true, partialFilterExpression: { "atProvider.key": { $gt: "" } } },
);
accountPart.index({ "tokens.hash": 1 });
accountPart.index({ "pendingMail.at": 1 });
accountPart.index({ "emailChange.oldHash": 1 });
accountPart.index({ "emailChange.newHash": 1 });
// Only accounts scheduled for deletion.
accountPart.index({ deleteAfter: 1 }, { partialFilterExpression: { deleteAfter: { $gt: new Date(0) } } });
accountPart.index({ securedAt: 1 }, { partialFilterExpression: { securedAt: { $gt: new Date(0) } } });
// The administrators' list and statistics, counted and paged from indexes.
accountPart.index({ status: 1, _id: -1 });
accountPart.index({ emailVerifiedAt: 1, _id: -1 });
accountPart.index({ isAdmin: 1, _id: -1 });
accountPart.index({ createdAt: 1 });
accountPart.index({ lastUsedMonth: 1, _id: -1 });
