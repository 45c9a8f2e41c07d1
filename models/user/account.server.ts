import { Schema } from "mongoose";

export type TokenPurpose = "verify-email" | "reset-password" | "other-methods";

/** A single-use link: only the hash of its secret is kept. Pulled from the user by the write that it allows. */
export type LinkToken = { hash: string; purpose: TokenPurpose; expiresAt: Date };

/** A second step of signing in (RFC 6238). The secret is sealed with the user's data key; recovery codes are hashed. */
type TwoStep = { sealed: Buffer; lastStep: number; recoveryHashes: string[]; enabledAt: Date };

/** A new address that waits to be confirmed from both mailboxes. */
type EmailChange = {
  email: string;
  oldHash: string;
  newHash: string;
  oldConfirmed: boolean;
  newConfirmed: boolean;
  expiresAt: Date;
};

/** Who a person is at the house's provider of sign-ins: a hash of its issuer and its name for them, and since when. */
type AtProvider = { key: string; since: Date };

/** Mail that belongs to a change of this user, stored by the same write; the mail runner moves it to the outbox. */
export type PendingMail = { id: string; kind: string; sealed: Buffer; at: Date };

/** A backup was restored and they have not read so yet: how old it was, and whether it took a seal off that could not be put back. */
type Restored = { to: Date; isSealOff: boolean };

/** Who a person is, how they sign in, and whether the account goes on. */
export type AccountPart = {
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  firstName: string;
  lastName: string;
  /** Empty for someone who came through the provider and has never chosen one. */
  passwordHash: string;
  atProvider: AtProvider | null;
  isAdmin: boolean;
  /** May write ways, and sees nothing else of what administrators see. */
  isWriter: boolean;
  status: "active" | "locked" | "deleting";
  /** While it is being deleted: until then it can be undone. */
  deleteAfter?: Date | null;
  emailVerifiedAt: Date | null;
  /** The address was taken on trust where no mail is sent; its first proof removes the sign-in methods of before. */
  emailUnproven?: boolean;
  /** Changes when every session must end (password change, reset). */
  securityStamp: string;
  /** When something last changed that no backup may bring back (identity/backup-sidecar.server.ts). */
  securedAt?: Date;
  restored?: Restored | null;
  /** When an administrator last made a link for a new password by hand, until the member has read so. */
  resetLinkMadeAt?: Date | null;
  tokens: LinkToken[];
  pendingMail: PendingMail[];
  /** When verification mail was asked for again, for the limits. */
  verificationMailAt: Date[];
  twoStep: TwoStep | null;
  emailChange: EmailChange | null;
  /** The guides a person has seen: `hasSeenWalkthrough` and `hasSeenFormationWelcome` of the browser, kept for every device. */
  seenTour: boolean;
  /** When a guide was last finished, skipped or closed; null for never. */
  guideSeenAt: Date | null;
  seenFormationWelcome: boolean;
  createdAt: Date;
  /** The invitation that the account was made with: no second one is made with it. */
  invitation?: string;
  /** "2026-11", the month (UTC) when the account was last used: nothing more exact is kept. */
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
const atProvider = new Schema<AtProvider>({ key: String, since: Date }, { _id: false });
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
// Of many users only those whose end is due.
accountPart.index({ deleteAfter: 1 }, { partialFilterExpression: { deleteAfter: { $gt: new Date(0) } } });
accountPart.index({ securedAt: 1 }, { partialFilterExpression: { securedAt: { $gt: new Date(0) } } });
// The administrators' list and figures: counted and paged without reading every record.
accountPart.index({ status: 1, _id: -1 });
accountPart.index({ emailVerifiedAt: 1, _id: -1 });
accountPart.index({ isAdmin: 1, _id: -1 });
accountPart.index({ createdAt: 1 });
accountPart.index({ lastUsedMonth: 1, _id: -1 });
